namespace PlayHouse.Engine.Strategies.HandOver;

/// <summary>How many frames of one receive travel in one mailbox item. Read on receive threads. Cost class: per receive.</summary>
internal interface IHandOver
{
    /// <summary>Frames in one item at most; at least 1, constant for the life of a server.</summary>
    int FramesPerItemMax { get; }
}
