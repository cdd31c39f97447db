using System.Diagnostics;

namespace PlayHouse.Engine.Diagnostics;

/// <summary>One call of a handler while something listens; the default observes nothing. <see cref="End"/> once.</summary>
internal readonly struct ObservedHandler
{
    private readonly TimeProvider? _time;
    private readonly long _began;
    private readonly string _serverId;
    private readonly string _handler;

    private ObservedHandler(Activity? activity, TimeProvider? time, string serverId, string handler)
    {
        Activity = activity;
        _time = time;
        _began = time?.GetTimestamp() ?? 0;
        _serverId = serverId;
        _handler = handler;
    }

    public Activity? Activity { get; }

    /// <summary>Begins the observation within an asynchronous method.</summary>
    /// <param name="serverId">Own server.</param>
    /// <param name="handler">Stage type or kind of handler: a tag, of few values.</param>
    /// <param name="spanName">Name of the span, of few values too.</param>
    /// <param name="kind">Kind of the span.</param>
    /// <param name="msgId">The message.</param>
    /// <param name="sender">What the sender's server sent along.</param>
    /// <param name="time">Clock of the duration.</param>
    public static ObservedHandler Begin(
        string serverId, string handler, string spanName, ActivityKind kind, string msgId, byte[]? sender, TimeProvider time)
    {
        Activity? activity = EngineTracing.IsOn ? EngineTracing.StartHandler(spanName, kind, sender) : null;
        if (activity is { IsAllDataRequested: true })
        {
            EngineTracing.Describe(activity, "process", handler, serverId, msgId);
        }

        return new ObservedHandler(activity, EngineHistograms.HandlerDuration.Enabled ? time : null, serverId, handler);
    }

    public void Fail(Exception exception)
    {
        if (Activity is { IsAllDataRequested: true } activity)
        {
            activity.Fail(exception.GetType().FullName ?? "", exception.Message);
            activity.AddException(exception);
        }
    }

    public void End()
    {
        if (_time is not null)
        {
            EngineHistograms.HandlerDuration.Record(
                _time.GetElapsedTime(_began).TotalSeconds,
                new KeyValuePair<string, object?>("server.id", _serverId),
                new KeyValuePair<string, object?>("handler", _handler));
        }

        Activity?.Dispose();
    }
}
