using System.Diagnostics;
using System.Net.Sockets;
using PlayHouse.Lab.Profiling;
using PlayHouse.Lab.Profiling.Capture;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Cli.Tracing;

/// <summary>One trace from its start to its report. The traced process is never held up: what is not read in time is lost and counted.</summary>
internal sealed class TraceRun(CommandContext context, TraceOptions options, TraceReading reading)
{
    /// <summary>Time the process has to send the names of its methods.</summary>
    private static readonly TimeSpan StopDeadline = TimeSpan.FromSeconds(60);

    /// <summary>Traces until the time is over, the process ends or the user stops; the report, or null when nothing usable was written.</summary>
    /// <exception cref="LabInputException">The process or command cannot be traced; says what to do.</exception>
    public async Task<TraceOutput?> RunAsync(CancellationToken ct)
    {
        try
        {
            using Stream? output = options.IsJson ? Console.OpenStandardError() : null;
            await using TraceTarget target = await TraceTarget.OpenAsync(options, output, ct);
            (CaptureResult captured, long begin, long end) = await CaptureAsync(target, ct);
            return await ReportAsync(new TakenTrace(target.Pid, target.ExitCode, captured, begin, end));
        }
        catch (CaptureException refused)
        {
            throw new LabInputException([refused.Message]);
        }
    }

    private async Task<(CaptureResult Captured, long BeginTicks, long EndTicks)> CaptureAsync(TraceTarget target, CancellationToken ct)
    {
        await using TraceCapture capture = await StartAsync(target.Pid, ct);
        long begin = Stopwatch.GetTimestamp();
        target.Begin();
        context.Interrupts.Announce = () => context.Console.Notice("plab: completing the trace (Ctrl-C again ends at once, without a usable file).");
        context.Console.Say($"Tracing process {target.Pid}{Until()}.");
        try
        {
            await using (new TraceProgress(context.Console, context.Clock, () => capture.Bytes))
            {
                await WaitAsync(target, ct);
            }

            long end = Stopwatch.GetTimestamp();
            CaptureResult captured = await capture.StopAsync(StopDeadline);
            await target.EndAsync();
            return (captured, begin, end);
        }
        finally
        {
            context.Interrupts.Announce = static () => { };
        }
    }

    private async Task<TraceCapture> StartAsync(int pid, CancellationToken ct)
    {
        try
        {
            return await TraceCapture.StartAsync(pid, options.Path, reading.Purpose, ct);
        }
        catch (Exception error) when (error is SocketException or UnauthorizedAccessException or IOException)
        {
            throw new CaptureException($"Process {pid} cannot be traced into {options.Path}: {error.Message}", error);
        }
    }

    private string Until() => options.Seconds is { } seconds
        ? $" for {Reporting.Numbers.Duration(seconds)}; Ctrl-C ends it sooner"
        : " until it ends; Ctrl-C ends it sooner";

    private async Task WaitAsync(TraceTarget target, CancellationToken ct)
    {
        using CancellationTokenSource limit = CancellationTokenSource.CreateLinkedTokenSource(ct);
        if (options.Seconds is { } seconds)
        {
            limit.CancelAfter(TimeSpan.FromSeconds(seconds));
        }

        try
        {
            await target.WaitAsync(limit.Token);
        }
        catch (OperationCanceledException)
        {
            // The time is over or the user has had enough: both are an ordinary end.
        }
    }

    private async Task<TraceOutput?> ReportAsync(TakenTrace taken)
    {
        try
        {
            // Not cancellable: after Ctrl-C the report is what the user waits for.
            return await Task.Run(() => reading.Read(taken), CancellationToken.None);
        }
        catch (TraceFormatException unusable)
        {
            context.Console.Say($"plab: no usable trace: {(taken.Captured.Problem is { } problem ? problem + " " : "")}{unusable.Message}");
            return null;
        }
    }
}
