using System.Buffers.Binary;

namespace PlayHouse.Engine.Transport.Tls;

/// <summary>The records of RFC 8446, section 5.1: a type, a version of two bytes, a length of two bytes.</summary>
internal sealed class TlsRecords(Stream inner) : RecordStream(inner, HeaderBytes)
{
    private const int HeaderBytes = 5;

    protected override long BodyBytes(ReadOnlySpan<byte> header) =>
        header.Length < HeaderBytes ? -1 : BinaryPrimitives.ReadUInt16BigEndian(header[3..]);
}
