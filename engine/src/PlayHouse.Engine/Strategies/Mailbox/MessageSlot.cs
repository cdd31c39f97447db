using PlayHouse.Engine.Strategies.BufferPools;

namespace PlayHouse.Engine.Strategies.Mailbox;

/// <summary>What a slot asks the stage to do.</summary>
internal enum SlotKind : byte
{
    /// <summary>Client frames in <see cref="MessageSlot.Buffer"/>.</summary>
    Frames,

    /// <summary>Anything else: <see cref="MessageSlot.State"/> is an action that runs on the stage.</summary>
    Action,

    /// <summary>
    /// A message of another server: <see cref="MessageSlot.State"/> is what carries its header,
    /// <see cref="MessageSlot.Buffer"/> its payload.
    /// </summary>
    ServerMessage,
}

/// <summary>
/// One mailbox entry by value: a run of complete client frames of one session, or an action. Owns one count of
/// <see cref="Buffer"/>; the stage releases it after the last frame was handled.
/// </summary>
/// <param name="Kind">What to do.</param>
/// <param name="State">The session of the frames, or the action.</param>
/// <param name="Buffer">Bytes of the frames; null for an action.</param>
/// <param name="Offset">Start of the first frame's length prefix.</param>
/// <param name="Length">Bytes of all frames with their prefixes.</param>
/// <param name="Frames">Number of frames; 0 for an action.</param>
internal readonly record struct MessageSlot(SlotKind Kind, object State, PooledBuffer? Buffer, int Offset, int Length, int Frames);

/// <summary>A slot on the heap, for the strategies that hand objects over.</summary>
internal sealed class RouteMessage
{
    /// <summary>The slot; cleared before the object goes back to a pool.</summary>
    public MessageSlot Slot;
}
