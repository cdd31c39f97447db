namespace PlayHouse.FastPort.Protocol;

/// <summary>What the first bytes of a frame say.</summary>
internal enum FrameStatus
{
    /// <summary>Size and packet id are there and legal; the body may still be on its way.</summary>
    Announced,

    /// <summary>More bytes are needed to judge.</summary>
    Incomplete,

    /// <summary>The size does not even cover size and packet id.</summary>
    SizeTooSmall,

    /// <summary>The size is above the limit.</summary>
    SizeTooLarge,
}
