using PlayHouse.Multiplexer.Writing;

namespace PlayHouse.Multiplexer.Strategies.MuxEmit;

/// <summary>
/// How the frames of a turn become calls to the stream. One sender at a time has its turn; turns leave in their order.
/// Cost class: per turn.
/// </summary>
internal interface IMuxEmit
{
    /// <summary>
    /// Sends the frames of a turn. When the task is done the payload is no longer referenced. Frames may be kept back
    /// only while another turn is certain to follow.
    /// </summary>
    /// <param name="run">The frames, perhaps none.</param>
    /// <param name="isFollowed">True when another call is certain to come, from this sender or one that waits.</param>
    ValueTask EmitAsync(FrameRun run, bool isFollowed);
}
