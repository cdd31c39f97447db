using System.Diagnostics;
using System.Globalization;

namespace PlayHouse.Lab.SelfTest.Live;

/// <summary>
/// A neighbour that takes a processor, all the time or in bursts: a process of its own, so that the lab counts it as foreign. It ends when it is disposed, and by
/// itself after <see cref="SecondsMax"/> should this process die.
/// </summary>
internal sealed class ForeignBurner : IDisposable
{
    /// <summary>Longest life, seconds.</summary>
    public const int SecondsMax = 900;

    /// <summary>What a check says where <see cref="Start"/> gave none.</summary>
    public const string Absent = "This machine has no 'timeout' and 'sh', so no neighbour could be started.";

    /// <summary>Takes a whole processor.</summary>
    public const string Always = "while :; do :; done";

    /// <summary>Takes a processor half of the time, 50 to 400 ms at once.</summary>
    public const string Bursts = "while :; do for s in 0.05 0.4 0.1 0.25 0.15 0.3; do timeout $s sh -c 'while :; do :; done'; sleep $s; done; done";

    private readonly Process _process;

    private ForeignBurner(Process process) => _process = process;

    /// <summary>Starts it; null where the machine has no <c>timeout</c> and <c>sh</c>.</summary>
    /// <param name="script">What it does, for <c>sh</c>.</param>
    public static ForeignBurner? Start(string script = Always)
    {
        var start = new ProcessStartInfo("timeout") { UseShellExecute = false };
        foreach (string argument in (string[])[SecondsMax.ToString(CultureInfo.InvariantCulture), "sh", "-c", script])
        {
            start.ArgumentList.Add(argument);
        }

        try
        {
            return Process.Start(start) is { } process ? new ForeignBurner(process) : null;
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return null;
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (!_process.HasExited)
        {
            _process.Kill(entireProcessTree: true);
            _process.WaitForExit();
        }

        _process.Dispose();
    }
}
