using Microsoft.Diagnostics.NETCore.Client;
using PlayHouse.Lab.Profiling.Reading;

namespace PlayHouse.Lab.Profiling.Capture;

/// <summary>How a capture ended.</summary>
public enum CaptureOutcome
{
    /// <summary>Stopped and drained to the end; the reader still checks the content.</summary>
    Complete,

    /// <summary>The target was gone at the stop. A target that left in good order has written a complete trace, a killed one has not.</summary>
    TargetExited,

    /// <summary>The target did not answer the stop before the deadline; the file is cut.</summary>
    StopTimedOut,

    /// <summary>The file could not be written or grew past its limit; it is cut.</summary>
    WriteFailed,
}

/// <summary>Result of a capture.</summary>
/// <param name="Outcome">How it ended.</param>
/// <param name="Path">The trace file.</param>
/// <param name="Bytes">Bytes written.</param>
/// <param name="StopDuration">From the request to stop until the last byte.</param>
/// <param name="Problem">One line for people; null when complete.</param>
public sealed record CaptureResult(CaptureOutcome Outcome, string Path, long Bytes, TimeSpan StopDuration, string? Problem);

/// <summary>The session could not be opened: says why and what to do.</summary>
public sealed class CaptureException : Exception
{
    /// <summary>Creates the error.</summary>
    public CaptureException()
    {
    }

    /// <summary>Creates the error with a message.</summary>
    /// <param name="message">What and what to do.</param>
    public CaptureException(string message)
        : base(message)
    {
    }

    /// <summary>Creates the error with its cause.</summary>
    /// <param name="message">What and what to do.</param>
    /// <param name="innerException">Cause.</param>
    public CaptureException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}

/// <summary>
/// One session in a running .NET process, written to a file while it runs. The owner calls
/// <see cref="StopAsync"/> once, or disposes it to give up. Its members are not meant for concurrent calls.
/// </summary>
public sealed class TraceCapture : IAsyncDisposable
{
    /// <summary>Time the target has to open the session: a busy one on a busy machine was seen to need more than ten seconds.</summary>
    public static readonly TimeSpan StartDeadline = TimeSpan.FromSeconds(60);

    /// <summary>Taken from the target's memory only when the reader falls behind; at 256 nothing was lost at 19 GB/s.</summary>
    private const int BufferMb = 256;

    private readonly EventPipeSession _session;
    private readonly TraceDrain _drain;
    private bool _isStopped;

    private TraceCapture(EventPipeSession session, TraceDrain drain)
    {
        _session = session;
        _drain = drain;
    }

    /// <summary>Bytes written up to now.</summary>
    public long Bytes => _drain.Bytes;

    /// <summary>Opens the session and begins to write. Events that come after this returns are in the file.</summary>
    /// <param name="pid">Process id of the target.</param>
    /// <param name="path">File to create; its folder exists.</param>
    /// <param name="purpose">What to capture.</param>
    /// <param name="cancellationToken">Gives up; the file is then removed.</param>
    /// <exception cref="CaptureException">No such .NET process, no answer within <see cref="StartDeadline"/>, or purposes that exclude each other.</exception>
    public static Task<TraceCapture> StartAsync(int pid, string path, CapturePurpose purpose, CancellationToken cancellationToken)
        => StartAsync(pid, path, purpose, AllocationTraceReader.FileBytesMax, StartDeadline, cancellationToken);

    internal static async Task<TraceCapture> StartAsync(
        int pid, string path, CapturePurpose purpose, long fileBytesMax, TimeSpan startDeadline, CancellationToken cancellationToken)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        IReadOnlyList<EventPipeProvider> providers = CaptureProviders.Of(purpose);
        cancellationToken.ThrowIfCancellationRequested();
        var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.Read, bufferSize: 0, useAsync: true);
        try
        {
            EventPipeSession session = await OpenAsync(pid, providers, startDeadline, cancellationToken).ConfigureAwait(false);
            return new TraceCapture(session, TraceDrain.Start(session.EventStream, file, fileBytesMax));
        }
        catch
        {
            await file.DisposeAsync().ConfigureAwait(false);
            File.Delete(path);
            throw;
        }
    }

    /// <summary>
    /// Stops the session and waits until the file is complete. The target sends the names of its methods only now, so the
    /// file is read on throughout. Returns at the deadline in every case and never throws for what the target does.
    /// </summary>
    /// <param name="deadline">Longest time to wait.</param>
    /// <exception cref="InvalidOperationException">Called twice.</exception>
    public async Task<CaptureResult> StopAsync(TimeSpan deadline)
    {
        if (_isStopped)
            throw new InvalidOperationException("The capture has been stopped before.");
        _isStopped = true;
        long started = System.Diagnostics.Stopwatch.GetTimestamp();
        using var timeout = new CancellationTokenSource(deadline);
        CaptureOutcome outcome = CaptureOutcome.Complete;
        string? problem = null;
        try
        {
            await _session.StopAsync(timeout.Token).WaitAsync(timeout.Token).ConfigureAwait(false);
        }
        catch (Exception error) when (error is not OperationCanceledException)
        {
            outcome = CaptureOutcome.TargetExited;
            problem = $"The target was gone when the capture was stopped ({error.GetType().Name}).";
        }
        catch (OperationCanceledException)
        {
            outcome = CaptureOutcome.StopTimedOut;
        }

        // A target that is gone has closed its end: the drain ends by itself. One that hangs is cut at the deadline.
        if (!await _drain.FinishAsync(timeout.Token).ConfigureAwait(false))
            outcome = CaptureOutcome.StopTimedOut;
        CloseSession();
        if (outcome == CaptureOutcome.StopTimedOut)
            problem = $"The target did not finish the trace within {deadline.TotalSeconds:0.#} s.";
        if (_drain.Problem is { } written)
            (outcome, problem) = (outcome == CaptureOutcome.Complete ? CaptureOutcome.WriteFailed : outcome, written);
        TimeSpan took = System.Diagnostics.Stopwatch.GetElapsedTime(started);
        return new CaptureResult(outcome, _drain.Path, _drain.Bytes, took, problem);
    }

    /// <summary>Ends the session without waiting for the target; the file stays as it is unless it was stopped before.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_isStopped)
            return;
        _isStopped = true;
        await _drain.FinishAsync(new CancellationToken(canceled: true)).ConfigureAwait(false);
        CloseSession();
        // What was cut off has no method names and can never be read.
        File.Delete(_drain.Path);
    }

    private static async Task<EventPipeSession> OpenAsync(
        int pid, IReadOnlyList<EventPipeProvider> providers, TimeSpan startDeadline, CancellationToken cancellationToken)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(startDeadline);
        try
        {
            return await new DiagnosticsClient(pid)
                .StartEventPipeSessionAsync(providers, requestRundown: true, BufferMb, limit.Token)
                .ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw new CaptureException($"Process {pid} did not open a diagnostic session within {startDeadline.TotalSeconds:0.#} s. It hangs or is stopped.");
        }
        catch (Exception error) when (error is DiagnosticsClientException or IOException or TimeoutException or ArgumentException)
        {
            throw new CaptureException($"Process {pid} cannot be traced: {error.Message} It must be a running .NET 10 process of the same user.", error);
        }
    }

    private void CloseSession()
    {
        _drain.Dispose();
        try
        {
            _session.Dispose();
        }
        catch (Exception error) when (error is IOException or DiagnosticsClientException or ObjectDisposedException)
        {
            // The target is gone; there is nothing left to close.
        }
    }
}
