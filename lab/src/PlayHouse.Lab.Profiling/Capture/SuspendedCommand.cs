using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using Microsoft.Diagnostics.NETCore.Client;

namespace PlayHouse.Lab.Profiling.Capture;

/// <summary>How a command is started for tracing.</summary>
/// <param name="Command">Program and arguments, not parsed by any shell.</param>
/// <param name="Environment">Variables set on top of this process's.</param>
/// <param name="Output">Takes its standard output; null lets it share ours.</param>
public sealed record SuspendedStart(IReadOnlyList<string> Command, IReadOnlyDictionary<string, string> Environment, Stream? Output);

/// <summary>
/// A .NET program that waits before its first instruction, so that a session can be opened in time. It has a process group of
/// its own where the system offers that: Ctrl-C reaches it only after its trace is complete. The owner resumes it once and ends or
/// disposes it. Members are not meant for concurrent calls.
/// </summary>
public sealed class SuspendedCommand : IAsyncDisposable
{
    /// <summary>Time the command has to bring its runtime up.</summary>
    public static readonly TimeSpan ConnectDeadline = TimeSpan.FromSeconds(30);

    private const string PortsVariable = "DOTNET_DiagnosticPorts";

    private static readonly string[] SetsidPaths = ["/usr/bin/setsid", "/bin/setsid"];

    private readonly Process _process;
    private readonly DiagnosticsClientConnector _connector;
    private readonly Task _output;

    private SuspendedCommand(Process process, DiagnosticsClientConnector connector, Task output)
    {
        _process = process;
        _connector = connector;
        _output = output;
    }

    /// <summary>Process id of the program.</summary>
    public int Pid => _process.Id;

    /// <summary>Exit code; null while it runs.</summary>
    public int? ExitCode => _process.HasExited ? _process.ExitCode : null;

    /// <summary>Starts the command and waits until its runtime reports.</summary>
    /// <param name="start">What to start.</param>
    /// <param name="cancellationToken">Gives up and ends the command.</param>
    /// <exception cref="CaptureException">It cannot be started, ended at once or is no .NET program.</exception>
    public static async Task<SuspendedCommand> StartAsync(SuspendedStart start, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(start);
        string socket = Path.Combine(Path.GetTempPath(), $"plab-{Guid.NewGuid():N}"[..20] + ".sock");
        using var giveUp = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        Task<DiagnosticsClientConnector> connecting = DiagnosticsClientConnector.FromDiagnosticPort(socket + ",listen", giveUp.Token);
        Process? process = null;
        try
        {
            process = Launch(start, socket);
            Task output = start.Output is { } into ? process.StandardOutput.BaseStream.CopyToAsync(into, CancellationToken.None) : Task.CompletedTask;
            DiagnosticsClientConnector connector = await ConnectAsync(start, process, connecting, cancellationToken).ConfigureAwait(false);
            return new SuspendedCommand(process, connector, output);
        }
        catch
        {
            await giveUp.CancelAsync().ConfigureAwait(false);
            await CloseAsync(connecting).ConfigureAwait(false);
            if (process is not null)
                await KillAsync(process).ConfigureAwait(false);
            File.Delete(socket);
            throw;
        }
    }

    /// <summary>Lets the program run. What it starts itself does not wait for us.</summary>
    /// <exception cref="CaptureException">It is gone.</exception>
    public void Resume()
    {
        try
        {
            _connector.Instance.SetEnvironmentVariable(PortsVariable, null);
            _connector.Instance.ResumeRuntime();
        }
        catch (Exception error) when (error is DiagnosticsClientException or IOException)
        {
            throw new CaptureException($"Process {Pid} ended before it could run: {error.Message}", error);
        }
    }

    /// <summary>Waits until the program has ended and its output was passed on.</summary>
    /// <param name="cancellationToken">Stops waiting; the program continues.</param>
    public async Task<int> WaitAsync(CancellationToken cancellationToken)
    {
        await _process.WaitForExitAsync(cancellationToken).ConfigureAwait(false);
        return _process.ExitCode;
    }

    /// <summary>Asks the program to end, and kills it when it has not done so in time.</summary>
    /// <param name="patience">Time it has.</param>
    /// <returns>Its exit code.</returns>
    public async Task<int> EndAsync(TimeSpan patience)
    {
        using var limit = new CancellationTokenSource(patience);
        try
        {
            if (!_process.HasExited)
                await TerminateAsync(limit.Token).ConfigureAwait(false);
            return await WaitAsync(limit.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            await KillAsync(_process).ConfigureAwait(false);
            return _process.ExitCode;
        }
    }

    /// <summary>Kills the program when it still runs.</summary>
    public async ValueTask DisposeAsync()
    {
        await KillAsync(_process).ConfigureAwait(false);
        // Whatever inherited its output may hold it open: the rest of that is not waited for without end.
        await Task.WhenAny(_output, Task.Delay(TimeSpan.FromSeconds(1))).ConfigureAwait(false);
        await _connector.DisposeAsync().ConfigureAwait(false);
        _process.Dispose();
    }

    private static Process Launch(SuspendedStart start, string socket)
    {
        if (!IsFound(start.Command[0]))
            throw new CaptureException($"'{start.Command[0]}' could not be started: there is no such program.");
        string[] command = [.. OwnGroup(), .. start.Command];
        var info = new ProcessStartInfo(command[0], command[1..]) { UseShellExecute = false, RedirectStandardOutput = start.Output is not null };
        foreach ((string name, string value) in start.Environment)
            info.Environment[name] = value;
        info.Environment[PortsVariable] = socket + ",suspend";
        try
        {
            return Process.Start(info) ?? throw new CaptureException($"'{start.Command[0]}' could not be started.");
        }
        catch (Exception error) when (error is Win32Exception or InvalidOperationException)
        {
            throw new CaptureException($"'{start.Command[0]}' could not be started: {error.Message}", error);
        }
    }

    private static bool IsFound(string program)
        => program.Contains('/', StringComparison.Ordinal)
            ? File.Exists(program)
            : (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator).Any(folder => File.Exists(Path.Combine(folder, program)));

    /// <summary>Becomes the command in a session of its own; the process id stays.</summary>
    private static string[] OwnGroup()
        => SetsidPaths.FirstOrDefault(File.Exists) is { } setsid ? [setsid] : [];

    private static async Task<DiagnosticsClientConnector> ConnectAsync(
        SuspendedStart start, Process process, Task<DiagnosticsClientConnector> connecting, CancellationToken cancellationToken)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(ConnectDeadline);
        Task exited = process.WaitForExitAsync(limit.Token);
        await Task.WhenAny(connecting, exited).ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
        if (connecting.IsCompletedSuccessfully && await connecting.ConfigureAwait(false) is { } connector)
            return connector;
        throw process.HasExited
            ? new CaptureException(string.Create(CultureInfo.InvariantCulture, $"'{start.Command[0]}' ended with exit code {process.ExitCode} before a .NET runtime was up. Name a .NET program, or 'dotnet app.dll'."))
            : new CaptureException(string.Create(CultureInfo.InvariantCulture, $"'{start.Command[0]}' brought no .NET runtime up within {ConnectDeadline.TotalSeconds:0} s. Name a .NET program, or 'dotnet app.dll'."));
    }

    private static async Task CloseAsync(Task<DiagnosticsClientConnector> connecting)
    {
        try
        {
            if (await connecting.ConfigureAwait(false) is { } connector)
                await connector.DisposeAsync().ConfigureAwait(false);
        }
        catch (Exception error) when (error is OperationCanceledException or IOException or DiagnosticsClientException or ObjectDisposedException)
        {
            // No runtime connected: there is nothing to close.
        }
    }

    private async Task TerminateAsync(CancellationToken cancellationToken)
    {
        using Process? kill = Process.Start(new ProcessStartInfo("kill", ["-TERM", Pid.ToString(CultureInfo.InvariantCulture)]) { UseShellExecute = false, RedirectStandardError = true });
        if (kill is not null)
            await kill.WaitForExitAsync(cancellationToken).ConfigureAwait(false);
    }

    private static async Task KillAsync(Process process)
    {
        try
        {
            if (process.HasExited)
                return;
            process.Kill(entireProcessTree: true);
            await process.WaitForExitAsync().ConfigureAwait(false);
        }
        catch (InvalidOperationException)
        {
            // It ended by itself meanwhile.
        }
        // A killed runtime leaves its diagnostic socket behind.
        foreach (string leftover in Directory.GetFiles(Path.GetTempPath(), $"dotnet-diagnostic-{process.Id}-*"))
            File.Delete(leftover);
    }
}
