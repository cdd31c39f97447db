using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Servers;
using PlayHouse.Engine.Sessions;
using PlayHouse.Engine.Stages.OffStage;
using PlayHouse.Engine.Stages.Timing;
using PlayHouse.Engine.Timers;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Stages;

/// <summary>What a server is built from, as far as its stages need it.</summary>
internal interface IStageOptions : ISessionOptions
{
    IReadOnlyList<StageRegistration> Stages { get; }

    StageRegistration DefaultStage { get; }

    Func<ReadOnlySpan<byte>, long>? HopStamp { get; }

    Action<HungHandler>? HandlerHung { get; }
}

/// <summary>What sessions and stages of one server share. Immutable references; each part states its own thread rule.</summary>
internal sealed class EngineContext : SessionContext
{
    private long _lastAuthentication;

    public EngineContext(IStageOptions options, StrategyAssembly strategies, TransportAssembly transport)
        : base(options, transport)
    {
        Options = options;
        Strategies = strategies;
        FlushesEachSlot = transport.SendPump.FlushesEachSlot;
        Stages = new StageDirectory(this);
        Awaiting = new AwaitingIds(Limits.MessageIdsMax);
        Timers = new TimerHeap(Clock.Provider, ReportFault);
        HandlerWatch = new HandlerWatch(this);
        OffStage = new OffStagePool(this);
        Counters.Register(strategies);
    }

    public IStageOptions Options { get; }

    public StrategyAssembly Strategies { get; }

    /// <summary>True when what a slot wrote leaves with the slot; read by stages once per slot.</summary>
    public bool FlushesEachSlot { get; }

    public StageDirectory Stages { get; }

    public AwaitingIds Awaiting { get; }

    /// <summary>Other servers; null until the server is connected to them.</summary>
    public ServerGateway? Servers { get; set; }

    public ServerMessagePool ServerMessages { get; } = new();

    public TimerHeap Timers { get; }

    public HandlerWatch HandlerWatch { get; }

    public OffStagePool OffStage { get; }

    public override int FramesPerItemMax => Strategies.FramesPerItemMax;

    public override void AddHandOver(CounterBlock block, long single, long batched) => Strategies.AddHandOver(block, single, batched);

    public override Task<AuthenticationOutcome> AuthenticateAsync(Session session, ReceivedPacket packet) =>
        new Authentication(this, session, packet).RunAsync();

    /// <summary>Number of an authentication that begins. Any thread.</summary>
    public long NextAuthentication() => Interlocked.Increment(ref _lastAuthentication);

    /// <summary>Tells the host about a handler that takes too long. Never throws.</summary>
    public void ReportHungHandler(HungHandler handler) => HostHook.Tell(Options.HandlerHung, handler, Counters);
}
