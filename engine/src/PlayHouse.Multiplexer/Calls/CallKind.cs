namespace PlayHouse.Multiplexer.Calls;

/// <summary>Message type of the call layer. 4 has no meaning and is refused.</summary>
internal enum CallKind : byte
{
    /// <summary>Asks for an answer, which carries the id of the request's message.</summary>
    Request = 1,

    /// <summary>An answer.</summary>
    Response = 2,

    /// <summary>Asks for nothing.</summary>
    OneWay = 3,

    /// <summary>An answer that says what went wrong; the payload is a text.</summary>
    Error = 5,
}
