namespace PlayHouse.Multiplexer;

/// <summary>First byte of a frame. 4 and 5 have no meaning and are refused.</summary>
internal enum FrameType : byte
{
    /// <summary>A message begins; the length is a size hint, 0 or the total, and no payload follows.</summary>
    Start = 1,

    /// <summary>A message is complete; length 0.</summary>
    End = 2,

    /// <summary>A piece of a message; the length is the payload that follows, 0 included.</summary>
    Data = 3,

    /// <summary>A message is given up; length 0.</summary>
    Abort = 6,
}
