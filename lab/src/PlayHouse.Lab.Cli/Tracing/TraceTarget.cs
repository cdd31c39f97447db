using System.Diagnostics;
using PlayHouse.Lab.Profiling.Capture;

namespace PlayHouse.Lab.Cli.Tracing;

/// <summary>The process that is traced. The owner disposes it.</summary>
internal abstract class TraceTarget : IAsyncDisposable
{
    /// <summary>Process id.</summary>
    public abstract int Pid { get; }

    /// <summary>Exit code when it is ours and has ended, else null.</summary>
    public abstract int? ExitCode { get; }

    /// <summary>Called once when the session is open.</summary>
    public abstract void Begin();

    /// <summary>Completes when the process has ended.</summary>
    public abstract Task WaitAsync(CancellationToken ct);

    /// <summary>Called once when the trace is complete.</summary>
    public abstract Task EndAsync();

    /// <inheritdoc/>
    public abstract ValueTask DisposeAsync();

    /// <summary>Finds or starts it. Throws <see cref="CaptureException"/>.</summary>
    public static async Task<TraceTarget> OpenAsync(TraceOptions options, Stream? output, CancellationToken ct)
    {
        if (options.Pid is { } pid)
        {
            return new RunningTarget(Find(pid));
        }

        // Compiled ahead of time, code of the framework is inlined already.
        Dictionary<string, string> environment = options.NoInlining ? new() { ["DOTNET_JitNoInline"] = "1", ["DOTNET_ReadyToRun"] = "0" } : [];
        return new CommandTarget(await SuspendedCommand.StartAsync(new SuspendedStart(options.Command, environment, output), ct));
    }

    private static Process Find(int pid)
    {
        try
        {
            return Process.GetProcessById(pid);
        }
        catch (ArgumentException)
        {
            throw new CaptureException($"There is no process {pid}. Give the id of a running .NET process of this user.");
        }
    }

    /// <summary>A process that this command did not start: it is left as it was found.</summary>
    private sealed class RunningTarget(Process process) : TraceTarget
    {
        public override int Pid => process.Id;

        public override int? ExitCode => null;

        public override void Begin()
        {
        }

        public override Task WaitAsync(CancellationToken ct) => process.WaitForExitAsync(ct);

        public override Task EndAsync() => Task.CompletedTask;

        public override ValueTask DisposeAsync()
        {
            process.Dispose();
            return ValueTask.CompletedTask;
        }
    }

    /// <summary>A process of ours: it ends with its trace.</summary>
    private sealed class CommandTarget(SuspendedCommand command) : TraceTarget
    {
        private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

        public override int Pid => command.Pid;

        public override int? ExitCode => command.ExitCode;

        public override void Begin() => command.Resume();

        public override Task WaitAsync(CancellationToken ct) => command.WaitAsync(ct);

        public override Task EndAsync() => command.EndAsync(Patience);

        public override ValueTask DisposeAsync() => command.DisposeAsync();
    }
}
