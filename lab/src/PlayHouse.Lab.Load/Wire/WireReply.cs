namespace PlayHouse.Lab.Load.Wire;

/// <summary>Outcome of reading one frame.</summary>
internal enum WireStatus
{
    Done,

    /// <summary>More bytes are needed.</summary>
    NeedMore,

    /// <summary>The bytes break the format; the connection must be given up.</summary>
    Invalid,
}

/// <summary>One reply or push inside the bytes it was read from, valid as long as they are.</summary>
internal readonly ref struct WireReply
{
    /// <summary>The number by which it names its request; what it means only the reader knows.</summary>
    public ulong Number { get; init; }

    /// <summary>0 or what the server refused it with.</summary>
    public int ErrorCode { get; init; }

    /// <summary>All but the payload is what replies on this connection look like.</summary>
    public bool IsExpected { get; init; }

    public ReadOnlySpan<byte> Payload { get; init; }
}
