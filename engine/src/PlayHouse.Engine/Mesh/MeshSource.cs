using System.Buffers.Binary;
using Net.Zmq;

namespace PlayHouse.Engine.Mesh;

/// <summary>
/// Where a message comes from. Without keys its first frame is the id that the sender says. With keys it is the number that libzmq gave the
/// connection, and who sent is what <see cref="MeshGate"/> answered when the connection proved its key.
/// </summary>
internal readonly ref struct MeshSource
{
    private const int ConnectionBytes = 5;

    public MeshSource(ReadOnlySpan<byte> id, ReadOnlySpan<byte> key, uint connection)
    {
        Id = id;
        Key = key;
        Connection = connection;
    }

    /// <summary>Id of the server in UTF-8.</summary>
    public ReadOnlySpan<byte> Id { get; }

    /// <summary>Text of the public key that was proven; empty without keys.</summary>
    public ReadOnlySpan<byte> Key { get; }

    /// <summary>Number of the connection, later ones above earlier ones; 0 without keys.</summary>
    public uint Connection { get; }

    /// <summary>What a program says it is.</summary>
    public static MeshSource Claimed(ReadOnlySpan<byte> id) => new(id, default, 0);

    /// <summary>What a connection has proven; without a name when it has proven nothing.</summary>
    /// <param name="id">First frame of the message, which libzmq put there; must outlive the source.</param>
    /// <param name="received">A frame that came on the connection; must outlive the source.</param>
    public static MeshSource Proven(Message id, Message received)
    {
        ReadOnlySpan<byte> user = received.GetProperty("User-Id"u8);
        ReadOnlySpan<byte> number = id.Data;
        return user.Length > Z85.KeyChars && number.Length == ConnectionBytes && number[0] == 0
            ? new MeshSource(user[Z85.KeyChars..], user[..Z85.KeyChars], BinaryPrimitives.ReadUInt32BigEndian(number[1..]))
            : default;
    }
}
