using System.Diagnostics;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using PlayHouse.Engine.Client;
using PlayHouse.Engine.Peers.Servers;

namespace PlayHouse.Engine.Benchmarks.Tests.Peers;

/// <summary>The servers of the newer cells do the work that they are measured by.</summary>
public sealed class PeerServerTests
{
    private static readonly TimeSpan Deadline = TimeSpan.FromMinutes(1);
    private static readonly byte[] Payload = [.. Enumerable.Range(0, 64).Select(i => (byte)(i * 31))];

    [Theory]
    [InlineData("engine")]
    [InlineData("engine-tls")]
    [InlineData("engine-limited")]
    [InlineData("engine-unlimited")]
    public async Task Engine_AnswersWithThePayload(string id)
    {
        PeerKind kind = PeerCatalog.Find(id)!;
        await using IPeerServer server = kind.Create!();
        await using Stream client = await OpenAsync(await server.StartAsync(), kind.IsTls, 7);

        await SendAsync(client, "EchoRequest", 5, 7);

        (string msgId, ushort seq, byte[] payload) = await ReceiveAsync(client);
        Assert.Equal(("EchoReply", (ushort)5), (msgId, seq));
        Assert.Equal(Payload, payload);
    }

    [Fact]
    public async Task FanOut_OneSends_EverybodyInTheRoomGetsAPush()
    {
        await using IPeerServer server = PeerCatalog.EngineFanOut.Create!();
        int port = await server.StartAsync();
        await using Stream first = await OpenAsync(port, false, 7);
        await using Stream second = await OpenAsync(port, false, 7);

        await SendAsync(first, "EchoRequest", 0, 7);
        await SendAsync(first, "EchoRequest", 0, 7);

        foreach (Stream client in new[] { first, second, first, second })
        {
            (string msgId, ushort seq, byte[] payload) = await ReceiveAsync(client);
            Assert.Equal(("RoomState", (ushort)0), (msgId, seq));
            Assert.Equal(Payload, payload);
        }
    }

    [Fact]
    public async Task Collector_ReadsTheMetersOfARunningServer()
    {
        await using var collector = new MeterCollector();
        await using IPeerServer server = PeerCatalog.Engine.Create!();
        await server.StartAsync();

        long end = Stopwatch.GetTimestamp() + (long)(Deadline.TotalSeconds * Stopwatch.Frequency);
        while (collector.Measurements == 0)
        {
            Assert.True(Stopwatch.GetTimestamp() < end, "nothing was collected");
            await Task.Delay(20);
        }
    }

    [Fact]
    public void Limits_StrictWatchesEveryRate_LooseWatchesNone()
    {
        Assert.All(Rates(PeerLimits.Strict), r => Assert.True(r > 0));
        Assert.All(Rates(PeerLimits.Loose), r => Assert.Equal(0, r));
        Assert.True(PeerLimits.Strict.MinimumReceiveRate > 0);
        Assert.Equal(0, PeerLimits.Loose.MinimumReceiveRate);
        Assert.Equal(EngineLimits.Default.MailboxMessagesMax, PeerLimits.Strict.MailboxMessagesMax);
    }

    private static int[] Rates(EngineLimits limits) =>
        [limits.MessagesPerSecondMax, limits.BytesPerSecondMax, limits.MessagesPerSecondPerAddressMax, limits.BytesPerSecondPerAddressMax];

    private static async Task<Stream> OpenAsync(int port, bool isTls, long stageId)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await socket.ConnectAsync(new IPEndPoint(IPAddress.Loopback, port));
        Stream stream = new NetworkStream(socket, ownsSocket: true);
        if (isTls)
        {
#pragma warning disable CA5359 // The certificate is made by the server itself; what is tested is that it answers.
            var encrypted = new SslStream(stream, leaveInnerStreamOpen: false, (_, _, _, _) => true);
#pragma warning restore CA5359
            await encrypted.AuthenticateAsClientAsync("peer");
            stream = encrypted;
        }

        await SendAsync(stream, "AuthenticateRequest", 1, stageId, []);
        Assert.Equal("AuthenticateReply", (await ReceiveAsync(stream)).MsgId);
        return stream;
    }

    private static Task SendAsync(Stream stream, string msgId, ushort seq, long stageId) => SendAsync(stream, msgId, seq, stageId, Payload);

    private static async Task SendAsync(Stream stream, string msgId, ushort seq, long stageId, byte[] payload)
    {
        byte[] id = System.Text.Encoding.UTF8.GetBytes(msgId);
        byte[] frame = new byte[ClientFrame.RequestBytes(id.Length, payload.Length)];
        ClientFrame.TryWriteRequest(frame, id, seq, stageId, payload, out _);
        await stream.WriteAsync(frame);
    }

    private static async Task<(string MsgId, ushort Seq, byte[] Payload)> ReceiveAsync(Stream stream)
    {
        using var deadline = new CancellationTokenSource(Deadline);
        byte[] frame = new byte[4];
        await stream.ReadExactlyAsync(frame, deadline.Token);
        Array.Resize(ref frame, 4 + System.Buffers.Binary.BinaryPrimitives.ReadInt32LittleEndian(frame));
        await stream.ReadExactlyAsync(frame.AsMemory(4), deadline.Token);
        Assert.Equal(ClientFrameStatus.Done, ClientFrame.TryReadReply(frame, out ReplyView reply, out _));
        Assert.Equal(0, reply.ErrorCode);
        return (System.Text.Encoding.UTF8.GetString(reply.MsgIdUtf8), reply.MsgSeq, reply.Payload.ToArray());
    }
}
