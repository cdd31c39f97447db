namespace PlayHouse.Engine.Protocol;

/// <summary>Outcome of looking at received bytes.</summary>
internal enum FrameStatus : byte
{
    /// <summary>A whole, well-formed frame is at the start.</summary>
    Complete,

    /// <summary>Nothing wrong so far; more bytes are needed.</summary>
    Incomplete,

    /// <summary>The announced length is zero, negative or too small for any frame.</summary>
    LengthTooSmall,

    /// <summary>The announced length is above the limit.</summary>
    LengthTooLarge,

    /// <summary>The message id does not fit the body.</summary>
    MsgIdLengthInvalid,
}
