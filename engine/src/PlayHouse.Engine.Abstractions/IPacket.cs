namespace PlayHouse.Engine;

/// <summary>
/// One message as the game sees it. The engine reuses the object for the next message: it is valid until the handler
/// that received it completes, also across its awaits, and must not be kept. Not safe for use by several threads.
/// </summary>
public interface IPacket
{
    /// <summary>
    /// Message id, 0 to 255 UTF-8 bytes on the wire. The same id is the same string object as long as the id table has room.
    /// </summary>
    string MsgId { get; }

    /// <summary>
    /// Request id of the client; 0 for a one-way message. For a message of another server not 0 means that a reply is awaited.
    /// </summary>
    ushort MsgSeq { get; }

    /// <summary>Stage the client addressed.</summary>
    long StageId { get; }

    /// <summary>Payload bytes. Borrowed: a handler that keeps them copies them.</summary>
    ReadOnlyMemory<byte> Payload { get; }
}
