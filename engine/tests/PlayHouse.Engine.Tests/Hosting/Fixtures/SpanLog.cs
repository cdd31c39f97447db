using System.Collections.Concurrent;
using System.Diagnostics;

namespace PlayHouse.Engine.Hosting.Tests.Fixtures;

/// <summary>Listens to the engine's spans and keeps those that have ended. Every server of the process is heard: only for tests that run alone.</summary>
internal sealed class SpanLog : IDisposable
{
    private readonly ActivityListener _listener;
    private readonly ConcurrentQueue<Activity> _ended = new();

    public SpanLog()
    {
        _listener = new ActivityListener
        {
            ShouldListenTo = source => source.Name == EngineTelemetry.ActivitySourceName,
            Sample = (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllDataAndRecorded,
            ActivityStopped = _ended.Enqueue,
        };
        ActivitySource.AddActivityListener(_listener);
    }

    public IReadOnlyList<Activity> Ended => [.. _ended];

    /// <summary>The spans once there are this many.</summary>
    public async Task<IReadOnlyList<Activity>> EndedAsync(int count)
    {
        await Wait.UntilAsync(() => _ended.Count >= count, () => $"{count} spans have ended: {string.Join(", ", Ended.Select(Describe))}");
        Assert.Equal(count, _ended.Count);
        return Ended;
    }

    /// <summary>Server, name and kind of a span.</summary>
    public static string Describe(Activity span) => $"{span.GetTagItem("server.id")}: {span.OperationName} ({span.Kind})";

    public void Dispose() => _listener.Dispose();
}
