using System.Diagnostics;
using Google.Protobuf;
using PlayHouse.FastPort.Protocol;
using PlayHouse.FastPort.Protos;

namespace PlayHouse.FastPort.Sessions;

/// <summary>The client's handler: finds who waits for the response.</summary>
internal readonly struct ClientEcho(PendingEchoes pending) : IPacketHandler
{
    public static bool EndsAtWrite => false;

    public HandleResult Handle(in Packet packet, ref byte[] scratch)
    {
        long receivedTicks = packet.Trace?.Dequeued ?? Stopwatch.GetTimestamp();
        if (packet.Id != PacketIds.Echo)
        {
            return new HandleResult(0, CloseReason.UnknownPacket);
        }

        try
        {
            EchoResponse response = EchoResponse.Parser.ParseFrom(packet.Body);
            pending.Complete(response, receivedTicks, packet.Trace);
            return default;
        }
        catch (InvalidProtocolBufferException)
        {
            return new HandleResult(0, CloseReason.MalformedBody);
        }
    }
}
