using PlayHouse.Engine.Client;

namespace PlayHouse.Lab.Load.Wire;

/// <summary>Requests as client frames.</summary>
internal sealed class ClientRequestWriter(ClientWire wire, int connection) : RequestWriter
{
    private readonly byte[] _payload = new byte[wire.Payload.Length];

    public override int RequestBytesMax => ClientFrame.RequestBytes(wire.RequestId.Length, wire.Payload.Length);

    public override bool StampsTime => wire.Payload.StampsTime;

    public override void Stamp(Span<byte> request, long sentNs) => wire.Payload.Stamp(request[^wire.Payload.Length..], sentNs);

    public override int Write(Span<byte> destination, long index)
    {
        wire.Payload.Write(_payload, connection, index);
        ClientFrame.TryWriteRequest(destination, wire.RequestId, wire.SequenceOf(index), wire.StageOf(connection), _payload, out int written);
        return written;
    }
}
