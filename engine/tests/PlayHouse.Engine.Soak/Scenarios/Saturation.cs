using System.Globalization;
using System.Net;
using System.Net.Sockets;
using PlayHouse.Engine.Client;
using PlayHouse.Engine.Soak.Load;
using PlayHouse.Engine.Soak.Report;
using PlayHouse.Engine.Soak.Server;

namespace PlayHouse.Engine.Soak.Scenarios;

/// <summary>Requests as fast as the server answers them, for a minute: what is collected, allocated and handed over meanwhile.</summary>
internal sealed class Saturation : ISoakScenario
{
    private const int Clients = 16;
    private const int Depth = 50;
    private const int PayloadBytes = 64;
    private static readonly TimeSpan Warm = TimeSpan.FromSeconds(15);

    public string Id => "saturation";

    public string Summary => string.Create(CultureInfo.InvariantCulture, $"{Clients} clients with {Depth} requests under way each, as fast as the server answers: collections, bytes and hops (engine goals)");

    public async Task<SoakResult> RunAsync(SoakContext context)
    {
        await using ServerProcess server = await ServerProcess.StartAsync();
        using CancellationTokenSource end = CancellationTokenSource.CreateLinkedTokenSource(context.Cancellation);
        EchoLane[] lanes = [.. Enumerable.Range(0, Clients).Select(i => new EchoLane(StageRanges.Plain + i))];
        Task playing = Task.WhenAll(lanes.Select(l => l.PlayAsync(server.EndPoint, end.Token)));
        context.Say("warming up");
        await WaitAsync(Warm, playing, context.Cancellation);
        ServerStats before = await server.StatsAsync(context.Cancellation);
        context.Say(string.Create(CultureInfo.InvariantCulture, $"measuring for {context.Duration.TotalSeconds:F0} s"));
        await WaitAsync(context.Duration, playing, context.Cancellation);
        ServerStats after = await server.StatsAsync(context.Cancellation);
        await end.CancelAsync();
        await playing;

        long Of(string counter) => after.Counters[counter] - before.Counters[counter];
        long messages = Of("messages.completed");
        double seconds = after.TimeSeconds - before.TimeSeconds;
        double collections = (after.Gen0 - before.Gen0) * 60 / seconds;
        double bytes = (after.AllocatedBytes - before.AllocatedBytes) / (double)messages;
        double hops = Of("seam.hand-over") / (double)messages;
        long wrong = lanes.Sum(l => l.Wrong);
        return new SoakResult(
            Id,
            "collections, bytes and hops at saturation",
            string.Create(CultureInfo.InvariantCulture, $"{messages:N0} messages of {PayloadBytes} B in {seconds:F0} s, {messages / seconds:N0}/s, server at {(after.CpuSeconds - before.CpuSeconds) / seconds:F2} processors"),
            [
                new("no full collection", string.Create(CultureInfo.InvariantCulture, $"{after.Gen2 - before.Gen2} of generation 2"), after.Gen2 == before.Gen2),
                new("collections of generation 0 <= 2 per minute", string.Create(CultureInfo.InvariantCulture, $"{after.Gen0 - before.Gen0}, {collections:F1} per minute"), collections <= 2),
                new("bytes per message <= 0.5", string.Create(CultureInfo.InvariantCulture, $"{bytes:F4} B"), bytes <= 0.5),
                new("one hand-over per message", string.Create(CultureInfo.InvariantCulture, $"{hops:F4}"), Math.Abs(hops - 1) < 0.001),
                new("every reply is the one that was due", string.Create(CultureInfo.InvariantCulture, $"{wrong} of {lanes.Sum(l => l.Replies):N0} wrong"), wrong == 0),
            ]);
    }

    /// <summary>Waits, or ends with what a client has found wrong.</summary>
    private static async Task WaitAsync(TimeSpan time, Task playing, CancellationToken cancellation)
    {
        if (await Task.WhenAny(playing, Task.Delay(time, cancellation)) == playing)
        {
            await playing;
            throw new InvalidOperationException("The clients have ended before their time.");
        }

        cancellation.ThrowIfCancellationRequested();
    }

    /// <summary>One connection: a batch of requests, all of its replies, the next batch.</summary>
    private sealed class EchoLane(long stageId)
    {
        private long _replies;

        public long Replies => Volatile.Read(ref _replies);

        public long Wrong { get; private set; }

        public async Task PlayAsync(IPEndPoint server, CancellationToken end)
        {
            using Socket socket = new(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
            await socket.ConnectAsync(server, CancellationToken.None);
            await Frames.SendAsync(socket, SoakServer.AuthenticateId, 1, stageId, "lane"u8.ToArray());
            byte[] received = new byte[64 * 1024];
            await TakeAsync(socket, received, 1, (_, _) => { });
            byte[] payload = BitConverter.GetBytes(stageId).Concat(new byte[PayloadBytes - sizeof(long)]).ToArray();
            byte[] batch = BatchOf(payload);
            while (!end.IsCancellationRequested)
            {
                for (int sent = 0; sent < batch.Length;)
                {
                    sent += await socket.SendAsync(batch.AsMemory(sent), SocketFlags.None, CancellationToken.None);
                }

                await TakeAsync(socket, received, Depth, (seq, reply) => Wrong += seq == reply.MsgSeq && reply.Payload.SequenceEqual(payload) ? 0 : 1);
                Volatile.Write(ref _replies, _replies + Depth);
            }
        }

        private byte[] BatchOf(byte[] payload)
        {
            int bytes = ClientFrame.RequestBytes("EchoRequest".Length, payload.Length);
            byte[] batch = new byte[Depth * bytes];
            for (int i = 0; i < Depth; i++)
            {
                ClientFrame.TryWriteRequest(batch.AsSpan(i * bytes), "EchoRequest"u8, (ushort)(i + 1), stageId, payload, out _);
            }

            return batch;
        }

        private static async Task TakeAsync(Socket socket, byte[] buffer, int replies, ReplyTaken taken)
        {
            int count = 0;
            for (int seq = 1; seq <= replies;)
            {
                int received = await socket.ReceiveAsync(buffer.AsMemory(count), SocketFlags.None, CancellationToken.None);
                count += received > 0 ? received : throw new InvalidOperationException("The server has closed a connection.");
                int used = 0;
                while (ClientFrame.TryReadReply(buffer.AsSpan(used, count - used), out ReplyView reply, out int bytes) == ClientFrameStatus.Done)
                {
                    taken(seq++, reply);
                    used += bytes;
                }

                buffer.AsSpan(used, count - used).CopyTo(buffer);
                count -= used;
            }
        }

        private delegate void ReplyTaken(int seq, ReplyView reply);
    }
}
