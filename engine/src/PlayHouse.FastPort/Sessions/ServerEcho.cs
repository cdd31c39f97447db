using System.Diagnostics;
using Google.Protobuf;
using PlayHouse.FastPort.Protocol;
using PlayHouse.FastPort.Protos;

namespace PlayHouse.FastPort.Sessions;

/// <summary>The server's handler: sends the request's data back.</summary>
internal readonly struct ServerEcho(int frameBytesMax) : IPacketHandler
{
    // The header goes back as it is: fields that it should not have would come back too and could fill the frame.
    private static readonly MessageParser<EchoRequest> Parser = EchoRequest.Parser.WithDiscardUnknownFields(true);

    public static bool EndsAtWrite => true;

    public HandleResult Handle(in Packet packet, ref byte[] scratch)
    {
        long receivedTicks = packet.Trace?.Dequeued ?? Stopwatch.GetTimestamp();
        if (packet.Id != PacketIds.Echo)
        {
            return new HandleResult(0, CloseReason.UnknownPacket);
        }

        EchoRequest request;
        try
        {
            request = Parser.ParseFrom(packet.Body);
        }
        catch (InvalidProtocolBufferException)
        {
            return new HandleResult(0, CloseReason.MalformedBody);
        }

        EchoResponse response = ResponseTo(request, receivedTicks);
        if (packet.Trace is not null)
        {
            packet.Trace.RequestId = response.Header.RequestId;
        }

        int bytes = EchoFrames.Write(ref scratch, PacketIds.Echo, response, frameBytesMax);
        if (bytes == 0)
        {
            // The response has more fields than the request: the largest requests have none that fits.
            response.Data = ByteString.Empty;
            response.DataStr = "";
            response.Result = EchoResults.Error;
            bytes = EchoFrames.Write(ref scratch, PacketIds.Echo, response, frameBytesMax);
        }

        return new HandleResult(bytes, CloseReason.None);
    }

    private static EchoResponse ResponseTo(EchoRequest request, long receivedTicks)
    {
        Header header = request.Header ?? new Header();
        header.ServerRecvTs = (ulong)receivedTicks;
        header.ServerSendTs = (ulong)Stopwatch.GetTimestamp();
        return new EchoResponse { Header = header, Result = EchoResults.Ok, Data = request.Data, DataStr = request.DataStr };
    }
}
