using System.Diagnostics;
using PlayHouse.Engine.Protocol;

namespace PlayHouse.Engine.Diagnostics;

/// <summary>The spans of handlers and of messages to other servers. Without a listener there are none. Any thread.</summary>
internal static class EngineTracing
{
    public const string SourceName = "PlayHouse.Engine";

    public static readonly string? Version = typeof(EngineTracing).Assembly.GetName().Version?.ToString(3);

    private static readonly ActivitySource Source = new(SourceName, Version);

    public static bool IsOn => Source.HasListeners();

    /// <summary>True while something listens to spans, or to what is measured of a handler.</summary>
    public static bool IsListened =>
        Source.HasListeners() || EngineHistograms.HandlerDuration.Enabled || EngineHistograms.MailboxWait.Enabled;

    /// <summary>
    /// Starts the span of a handler and makes it ambient: called within an asynchronous method, which gives its caller back what was
    /// ambient before. Its parent is what the sender's server sent along; a client sends nothing.
    /// </summary>
    public static Activity? StartHandler(string name, ActivityKind kind, byte[]? sender)
    {
        // What is ambient here belongs to the thread, not to the message.
        Activity.Current = null;
        return Source.StartActivity(name, kind, TraceContext.Decode(sender));
    }

    /// <summary>Starts the span of a message to another server, below what is ambient, and makes it ambient.</summary>
    public static Activity? StartSend(ActivityKind kind, string ownId, string serverId, in RouteHeader header)
    {
        string target = header.IsSystem ? "system" : header.ServiceId != 0 ? "api" : "stage";
        string operation = kind == ActivityKind.Client ? "request" : "send";
        Activity? activity = Source.StartActivity($"{operation} {target}", kind);
        if (activity is { IsAllDataRequested: true })
        {
            Describe(activity, operation, target, ownId, header.MsgId);
            activity.SetTag("playhouse.peer.id", serverId);
        }

        return activity;
    }

    public static void Describe(Activity activity, string operation, string destination, string serverId, string msgId)
    {
        activity.SetTag("messaging.system", "playhouse");
        activity.SetTag("messaging.operation.name", operation);
        activity.SetTag("messaging.destination.name", destination);
        activity.SetTag("server.id", serverId);
        activity.SetTag("playhouse.message.id", msgId);
    }

    public static void Fail(this Activity activity, string type, string text)
    {
        activity.SetTag("error.type", type);
        activity.SetStatus(ActivityStatusCode.Error, text);
    }
}
