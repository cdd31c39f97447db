using System.Collections.Concurrent;
using System.Text;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Diagnostics.Hops;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.MessageIds;
using PlayHouse.Engine.Timers;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Sessions;

/// <summary>What a server is built from, as far as its connections and sessions need it.</summary>
internal interface ISessionOptions
{
    string ServerId { get; }

    EngineLimits Limits { get; }

    TimeProvider Clock { get; }

    string AuthenticateMessageId { get; }

    bool RecordHops { get; }

    Action<Exception>? HandlerFailed { get; }
}

/// <summary>
/// What the sessions of one server share; the stages' part, of which sessions know what is abstract here, is derived from it. Immutable
/// references; each part states its own thread rule.
/// </summary>
internal abstract class SessionContext
{
    private readonly ISessionOptions _options;

    protected SessionContext(ISessionOptions options, TransportAssembly transport)
    {
        _options = options;
        Clock = new EngineClock(options.Clock);
        Limits = options.Limits;
        Counters = new EngineCounters { ServerId = options.ServerId };
        Hops = options.RecordHops ? new HopRecorder(Counters) : null;
        Transport = transport;
        Pool = new BufferPool(transport.BufferStore, BufferAudit.CreateIfAsked()) { InUseBytesMax = Limits.BuffersInUseBytesMax };
        MessageIds = transport.MessageIds;
        AuthenticationId = MessageIds.AuthenticationId;
        AuthenticationReplyId = Encoding.UTF8.GetBytes(options.AuthenticateMessageId.Replace("Request", "Reply", StringComparison.Ordinal));
        AuthenticationIdUtf8 = Encoding.UTF8.GetBytes(options.AuthenticateMessageId);
        Sessions = new SessionTable(Limits, Clock);
        Pending = new PendingConnections(Sessions, Counters, Limits, Clock);
        RatePauses = RateLimiter.IsOn(Limits) ? new RatePauses(Clock) : null;
        Counters.Register(transport.BufferStore);
        Counters.Register(transport.Sessions);
    }

    public EngineClock Clock { get; }

    public EngineLimits Limits { get; }

    public BufferPool Pool { get; }

    public TransportAssembly Transport { get; }

    public MessageIdLookup MessageIds { get; }

    /// <summary>The one object of the authentication id: comparing references is enough.</summary>
    public string AuthenticationId { get; }

    public byte[] AuthenticationIdUtf8 { get; }

    public byte[] AuthenticationReplyId { get; }

    public EngineCounters Counters { get; }

    /// <summary>Null unless hops are recorded.</summary>
    public HopRecorder? Hops { get; }

    public SessionTable Sessions { get; }

    public PendingConnections Pending { get; }

    /// <summary>Null unless a rate is limited.</summary>
    public RatePauses? RatePauses { get; }

    /// <summary>
    /// Closed sessions whose authentication still runs and that no longer hold a place, with what completes when they have ended.
    /// </summary>
    public ConcurrentDictionary<Session, TaskCompletionSource> HungAuthentications { get; } = new();

    /// <summary>True once the server takes no more connections.</summary>
    public bool IsStopping { get; set; }

    /// <summary>Frames in one mailbox item at most. Constant.</summary>
    public abstract int FramesPerItemMax { get; }

    /// <summary>Adds what a session handed over: items of one frame, and of several.</summary>
    public abstract void AddHandOver(CounterBlock block, long single, long batched);

    /// <summary>
    /// What the client is told about its authentication; after <see cref="ErrorCodes.Success"/> the session is bound to its stage and the
    /// reply is already sent. On any thread, once at a time for a session.
    /// </summary>
    public abstract Task<AuthenticationOutcome> AuthenticateAsync(Session session, ReceivedPacket packet);

    /// <summary>Tells the host about an exception of the game. Never throws.</summary>
    public void ReportHandlerFailure(Exception exception)
    {
        EngineEvents.Log.OnFailed(_options.ServerId, exception);
        HostHook.Tell(_options.HandlerFailed, exception, Counters);
    }

    /// <summary>Tells the host about a defect of the engine. Never throws.</summary>
    public void ReportFault(Exception exception)
    {
        Counters.Count(EngineCounter.EngineFaults);
        ReportHandlerFailure(exception);
    }
}

/// <summary>What a client is told about its authentication; the payload is that of a refusal.</summary>
internal readonly record struct AuthenticationOutcome(ushort ErrorCode, ReadOnlyMemory<byte> Payload)
{
    public static implicit operator AuthenticationOutcome(ushort errorCode) => new(errorCode, default);
}
