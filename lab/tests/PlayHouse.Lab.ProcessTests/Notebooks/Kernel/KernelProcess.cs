using System.Diagnostics;
using PlayHouse.Lab.Notebooks.Kernel;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Notebooks.Tests.Kernel;

/// <summary>The command line as Jupyter starts it: a process of its own in an empty workspace.</summary>
public sealed class KernelProcess : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("plab-kernel-").FullName;
    private readonly Process _process;
    private readonly Task<string> _error;

    public KernelProcess()
        : this(Environment.ProcessId)
    {
    }

    private KernelProcess(int parent)
    {
        Connection = KernelAddresses.WriteFile(_folder);
        _process = Start(_folder, parent, ["notebook", "kernel", KernelAddresses.File(_folder)]);
        _error = _process.StandardError.ReadToEndAsync();
    }

    internal KernelConnection Connection { get; }

    public static string Program => Repository.Program("PlayHouse.Lab.Cli");

    /// <summary>A kernel whose Jupyter is no more.</summary>
    public static KernelProcess Orphan() => new(int.MaxValue);

    public static Process Start(string workspace, params string[] arguments) => Start(workspace, Environment.ProcessId, arguments);

    private static Process Start(string workspace, int parent, string[] arguments)
    {
        ProcessStartInfo info = new(Program, arguments) { RedirectStandardOutput = true, RedirectStandardError = true, UseShellExecute = false };
        info.Environment[LabWorkspace.HomeVariable] = workspace;
        info.Environment[KernelHost.ParentVariable] = parent.ToString(System.Globalization.CultureInfo.InvariantCulture);
        return Process.Start(info)!;
    }

    /// <summary>How the process ended, and what it said.</summary>
    public async Task<(int ExitCode, string Error)> EndAsync()
    {
        using CancellationTokenSource deadline = new(TimeSpan.FromSeconds(120));
        await _process.WaitForExitAsync(deadline.Token);
        return (_process.ExitCode, await _error);
    }

    public void Dispose()
    {
        if (!_process.HasExited)
        {
            _process.Kill(entireProcessTree: true);
            _process.WaitForExit();
        }

        _process.Dispose();
        Directory.Delete(_folder, recursive: true);
    }
}
