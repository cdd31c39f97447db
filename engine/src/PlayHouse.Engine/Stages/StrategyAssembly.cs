using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Stages;

/// <summary>The strategies of one server, built. Makes stages and links that are closed over them. Any thread.</summary>
internal abstract class StrategyAssembly : ICounterSource, IAsyncDisposable
{
    /// <summary>Seam id to what was built, as <c>strategy{knob=value,…}</c>; a seam of which nothing was built is absent.</summary>
    public abstract IReadOnlyDictionary<string, string> Built { get; }

    /// <summary>Frames in one mailbox item at most.</summary>
    public abstract int FramesPerItemMax { get; }

    /// <summary>A stage that no other thread knows yet.</summary>
    public abstract Stage CreateStage(EngineContext engine, long stageId, StageRegistration registration);

    /// <summary>A link for an actor that has no stage yet.</summary>
    public abstract ActorLink CreateActorLink(EngineContext engine);

    /// <summary>Adds what a session handed over: items of one frame, and of several.</summary>
    public abstract void AddHandOver(CounterBlock block, long single, long batched);

    /// <summary>Adds what the strategies count apart from stages and sessions.</summary>
    public abstract void AddTo(CounterBlock block);

    /// <summary>Ends what the strategies run in the background. After the last stage.</summary>
    public abstract ValueTask DisposeAsync();
}
