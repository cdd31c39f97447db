using System.Collections.Concurrent;
using System.Text;
using PlayHouse.Engine.Buffers;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Diagnostics.Hops;
using PlayHouse.Engine.Hosting;
using PlayHouse.Engine.OffStage;
using PlayHouse.Engine.Servers;
using PlayHouse.Engine.Stages;
using PlayHouse.Engine.Strategies.MessageIds;
using PlayHouse.Engine.Timers;

namespace PlayHouse.Engine.Sessions;

/// <summary>What sessions and stages of one server share. Immutable references; each part states its own thread rule.</summary>
internal sealed class EngineContext
{
    private long _lastAuthentication;

    public EngineContext(PlayServerOptions options, StrategyAssembly strategies)
    {
        Options = options;
        Clock = new EngineClock(options.Clock);
        Limits = options.Limits;
        Counters = new EngineCounters { ServerId = options.ServerId };
        Hops = options.RecordHops ? new HopRecorder(Counters) : null;
        Strategies = strategies;
        Transport = TransportAssembly.Build(options);
        Pool = new BufferPool(Transport.BufferStore, BufferAudit.CreateIfAsked()) { InUseBytesMax = options.Limits.BuffersInUseBytesMax };
        MessageIds = Transport.MessageIds;
        AuthenticationId = MessageIds.AuthenticationId;
        FlushesEachSlot = Transport.SendPump.FlushesEachSlot;
        AuthenticationReplyId = Encoding.UTF8.GetBytes(options.AuthenticateMessageId.Replace("Request", "Reply", StringComparison.Ordinal));
        AuthenticationIdUtf8 = Encoding.UTF8.GetBytes(options.AuthenticateMessageId);
        Sessions = new SessionTable(options.Limits, Clock);
        Pending = new PendingConnections(Sessions, Counters, options.Limits, Clock);
        RatePauses = RateLimiter.IsOn(options.Limits) ? new RatePauses(Clock) : null;
        Stages = new StageDirectory(this);
        Awaiting = new AwaitingIds(options.Limits.MessageIdsMax);
        Timers = new TimerHeap(Clock.Provider, ReportFault);
        HandlerWatch = new HandlerWatch(this);
        OffStage = new OffStagePool(this);
        Counters.Register(strategies);
        Counters.Register(Transport.BufferStore);
    }

    public PlayServerOptions Options { get; }

    public EngineClock Clock { get; }

    public EngineLimits Limits { get; }

    public StrategyAssembly Strategies { get; }

    public BufferPool Pool { get; }

    public TransportAssembly Transport { get; }

    /// <summary>True when what a slot wrote leaves with the slot; read by stages once per slot.</summary>
    public bool FlushesEachSlot { get; }

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

    public StageDirectory Stages { get; }

    public AwaitingIds Awaiting { get; }

    /// <summary>
    /// Closed sessions whose authentication still runs and that no longer hold a place, with what completes when they have ended.
    /// </summary>
    public ConcurrentDictionary<Session, TaskCompletionSource> HungAuthentications { get; } = new();

    /// <summary>True once the server takes no more connections.</summary>
    public bool IsStopping { get; set; }

    /// <summary>Other servers; null until the server is connected to them.</summary>
    public ServerGateway? Servers { get; set; }

    public ServerMessagePool ServerMessages { get; } = new();

    public TimerHeap Timers { get; }

    public HandlerWatch HandlerWatch { get; }

    public OffStagePool OffStage { get; }

    /// <summary>Number of an authentication that begins. Any thread.</summary>
    public long NextAuthentication() => Interlocked.Increment(ref _lastAuthentication);

    /// <summary>Tells the host about an exception of the game. Never throws.</summary>
    public void ReportHandlerFailure(Exception exception)
    {
        EngineEvents.Log.OnFailed(Options.ServerId, exception);
        HostHook.Tell(Options.HandlerFailed, exception, Counters);
    }

    /// <summary>Tells the host about a handler that takes too long. Never throws.</summary>
    public void ReportHungHandler(HungHandler handler) => HostHook.Tell(Options.HandlerHung, handler, Counters);

    /// <summary>Tells the host about a defect of the engine. Never throws.</summary>
    public void ReportFault(Exception exception)
    {
        Counters.Count(EngineCounter.EngineFaults);
        ReportHandlerFailure(exception);
    }
}
