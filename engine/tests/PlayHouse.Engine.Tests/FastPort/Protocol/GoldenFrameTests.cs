using System.Globalization;
using Google.Protobuf;
using PlayHouse.FastPort.Protocol;
using PlayHouse.FastPort.Protos;

namespace PlayHouse.FastPort.Tests.Protocol;

/// <summary>Bytes of the wire, written by hand from the layout.</summary>
public sealed class GoldenFrameTests
{
    [Fact]
    public void Frames_Golden_AreWrittenAndRead()
    {
        string[][] rows = Rows("frames.txt");
        Assert.NotEmpty(rows);
        foreach (string[] row in rows)
        {
            int id = int.Parse(row[0], CultureInfo.InvariantCulture);
            byte[] body = Bytes(row[1]);
            byte[] written = new byte[PacketFrame.HeaderBytes + body.Length];
            PacketFrame.WriteHeader(written, id, body.Length);
            body.CopyTo(written, PacketFrame.HeaderBytes);

            Assert.Equal(row[2], Convert.ToHexStringLower(written));
            Assert.Equal(FrameStatus.Announced, PacketFrame.Inspect(Bytes(row[2]), PacketFrame.FrameBytesMax, out int readId, out int bodyBytes));
            Assert.Equal((id, body.Length), (readId, bodyBytes));
        }
    }

    [Fact]
    public void Echoes_Golden_AreWrittenAndRead()
    {
        string[][] rows = Rows("echoes.txt");
        Assert.NotEmpty(rows);
        foreach (string[] row in rows)
        {
            ulong[] numbers = [.. row[1..6].Select(n => ulong.Parse(n, CultureInfo.InvariantCulture))];
            Header header = new() { RequestId = numbers[0], ClientSendTs = numbers[1], ServerRecvTs = numbers[2], ServerSendTs = numbers[3] };
            ByteString data = ByteString.CopyFrom(Bytes(row[6]));
            string text = row[7] == "-" ? "" : row[7];
            IMessage message = row[0] == "request"
                ? new EchoRequest { Header = header, Data = data, DataStr = text }
                : new EchoResponse { Header = header, Result = (int)numbers[4], Data = data, DataStr = text };

            byte[] scratch = [];
            int bytes = EchoFrames.Write(ref scratch, PacketIds.Echo, message, PacketFrame.FrameBytesMax);

            Assert.Equal(row[8], Convert.ToHexStringLower(scratch.AsSpan(0, bytes)));
            byte[] body = Bytes(row[8])[PacketFrame.HeaderBytes..];
            IMessage read = row[0] == "request" ? EchoRequest.Parser.ParseFrom(body) : EchoResponse.Parser.ParseFrom(body);
            Assert.Equal(message, read);
        }
    }

    private static string[][] Rows(string file) =>
    [
        .. File.ReadLines(Path.Combine(AppContext.BaseDirectory, "FastPort", "golden", file))
            .Where(l => l.Length > 0 && l[0] != '#')
            .Select(l => l.Split(' ')),
    ];

    private static byte[] Bytes(string hex) => hex == "-" ? [] : Convert.FromHexString(hex);
}
