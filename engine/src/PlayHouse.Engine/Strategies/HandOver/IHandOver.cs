using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.HandOver;

/// <summary>How many frames of one receive travel in one mailbox item. Read on receive threads. Cost class: per receive.</summary>
internal interface IHandOver
{
    /// <summary>Frames in one item at most; at least 1, constant for the life of a server.</summary>
    int FramesPerItemMax { get; }

    /// <summary>Adds what a session handed over, under the names of the strategy that has decided it.</summary>
    /// <param name="block">Where to.</param>
    /// <param name="single">Items of one frame.</param>
    /// <param name="batched">Items of several frames.</param>
    void AddTo(CounterBlock block, long single, long batched);
}
