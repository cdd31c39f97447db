using System.Diagnostics;
using System.Globalization;

namespace PlayHouse.Lab.SelfTest.Live;

/// <summary>
/// Stops a process for a part of every period, as an operating system without time for it would. Owns the thread that does so; disposing
/// lets the process continue and waits for the thread.
/// </summary>
internal sealed class ProcessPauser : IDisposable
{
    private readonly int _pid;
    private readonly TimeSpan _runs;
    private readonly TimeSpan _stops;
    private readonly ManualResetEventSlim _end = new();
    private readonly Thread _thread;

    /// <summary>Begins with a period in which the process runs.</summary>
    /// <param name="pid">The process.</param>
    /// <param name="runs">How long it runs in each period.</param>
    /// <param name="stops">How long it is stopped in each period.</param>
    public ProcessPauser(int pid, TimeSpan runs, TimeSpan stops)
    {
        _pid = pid;
        _runs = runs;
        _stops = stops;
        _thread = new Thread(Run) { IsBackground = true, Name = "process-pauser" };
        _thread.Start();
    }

    /// <summary>Periods that have begun.</summary>
    public int Periods { get; private set; }

    /// <inheritdoc/>
    public void Dispose()
    {
        _end.Set();
        _thread.Join();
        _end.Dispose();
    }

    private void Run()
    {
        while (!_end.Wait(_runs) && Signal("-STOP"))
        {
            Periods++;
            _end.Wait(_stops);
            Signal("-CONT");
        }
    }

    // False when the process is gone: its launch has ended.
    private bool Signal(string signal)
    {
        using Process kill = Process.Start(new ProcessStartInfo("kill", [signal, _pid.ToString(CultureInfo.InvariantCulture)])
        {
            UseShellExecute = false,
            RedirectStandardError = true,
        })!;
        kill.WaitForExit();
        return kill.ExitCode == 0;
    }
}
