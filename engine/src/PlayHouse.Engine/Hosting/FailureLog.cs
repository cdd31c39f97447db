using Microsoft.Extensions.Logging;

namespace PlayHouse.Engine.Hosting;

/// <summary>
/// Writes failures of handlers to the host's log, a bounded number per second: a failing handler fails for every message,
/// and a log that cannot keep up takes the server with it. What is left out is counted and named with the next entry. Any thread.
/// </summary>
internal sealed partial class FailureLog(ILogger logger, int perSecondMax, TimeProvider clock)
{
    private readonly ILogger _logger = logger;
    private readonly Lock _gate = new();
    private long _periodStarts;
    private int _written;
    private long _leftOut;

    public void Write(Exception exception)
    {
        if (TryEnter())
        {
            LogFailure(exception);
        }
    }

    public void Write(HungHandler handler)
    {
        if (TryEnter())
        {
            LogHung(handler.MsgId, handler.StageType, handler.StageId, handler.Elapsed.TotalSeconds);
        }
    }

    /// <summary>True when one more entry may be written; says first how many were left out since the last one.</summary>
    private bool TryEnter()
    {
        if (!TryCount(out long leftOut))
        {
            return false;
        }

        if (leftOut > 0)
        {
            LogLeftOut(leftOut);
        }

        return true;
    }

    private bool TryCount(out long leftOut)
    {
        lock (_gate)
        {
            leftOut = 0;
            long now = clock.GetTimestamp();
            if (_written == 0 || clock.GetElapsedTime(_periodStarts, now) >= TimeSpan.FromSeconds(1))
            {
                _periodStarts = now;
                _written = 0;
            }

            if (_written >= perSecondMax)
            {
                _leftOut++;
                return false;
            }

            _written++;
            leftOut = _leftOut;
            _leftOut = 0;
            return true;
        }
    }

    [LoggerMessage(10, LogLevel.Error, "A handler failed.")]
    private partial void LogFailure(Exception exception);

    [LoggerMessage(
        12,
        LogLevel.Warning,
        "The handler of {MsgId} in stage {StageType} {StageId} has not completed for {Seconds:F1} s; its stage waits for it.")]
    private partial void LogHung(string msgId, string stageType, long stageId, double seconds);

    [LoggerMessage(11, LogLevel.Warning, "{Failures} failures of handlers were not logged: there were more than the log takes per second.")]
    private partial void LogLeftOut(long failures);
}
