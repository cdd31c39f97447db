using System.Buffers.Binary;
using System.Globalization;
using PlayHouse.Engine;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Mesh;
using PlayHouse.Engine.MeshPeer;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.MeshFrame;

// A server of the mesh in a process of its own. Arguments: id, address to bind, other servers as 'id=host:port,…', milliseconds a silent peer is borne.
// Prints 'ready ADDRESS'; with the address 'none' what a server without a network can do; ends when its standard input does. Everything else is asked of it through the mesh.
TextWriter output = Console.Out;
Console.SetOut(Console.Error);
try
{
    bool isAlone = args[1] == "none";
    EngineCounters counters = new();
    PeerHandler handler = new(counters);
    await using ServerMesh mesh = await ServerMesh.StartAsync(
        new MeshOptions
        {
            ServerId = args[0],
            BindAddress = isAlone ? null : args[1],
            Directory = isAlone ? null : StaticServerDirectory.Parse(args[2]),
            ProbePeriod = TimeSpan.FromMilliseconds(100),
            SilenceTimeout = TimeSpan.FromMilliseconds(args.Length > 3 ? int.Parse(args[3], CultureInfo.InvariantCulture) : 30_000),
            ConnectGracePeriod = TimeSpan.FromSeconds(30),
        },
        EngineLimits.Default,
        new BufferPool(64 * 1024 * 1024),
        counters,
        handler);
    handler.Attach(mesh);
    await output.WriteLineAsync(isAlone ? await DescribeAsync(mesh) : $"ready {mesh.Address}");
    await output.FlushAsync();
    await Console.In.ReadToEndAsync();
    return 0;
}
catch (DllNotFoundException missing)
{
    await output.WriteLineAsync($"missing {missing.Message}");
    return 3;
}

static async Task<string> DescribeAsync(ServerMesh mesh)
{
    using ServerReply reply = await mesh.RequestAsync(mesh.ServerId, new RouteHeader("echo"), [1]);
    return $"alone {reply.MsgId} {mesh.Send("other", new RouteHeader("x"), default)}";
}

namespace PlayHouse.Engine.MeshPeer
{
    /// <summary>
    /// Answers: echo, order (counts, and looks at the order of int32 numbers), fail (error 1234), mute (no answer),
    /// stats (numbers so far as text), refused (messages that a full queue refused, as text), flood (sends so many order messages
    /// of so many bytes back).
    /// </summary>
    internal sealed class PeerHandler(EngineCounters counters) : IMeshHandler
    {
        private readonly TaskCompletionSource _attached = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private volatile ServerMesh? _mesh;
        private readonly Dictionary<string, int> _last = [];
        private long _ordered;
        private long _violations;

        public void Attach(ServerMesh mesh)
        {
            _mesh = mesh;
            _attached.SetResult();
        }

        public void OnMessage(in MeshMessage message)
        {
            RouteHeader header = message.Header;
            switch (header.MsgId)
            {
                case "order":
                    CheckOrder(header.From, BinaryPrimitives.ReadInt32LittleEndian(message.Payload.Span));
                    break;
                case "echo":
                    Reply(header, message.Payload.Span);
                    break;
                case "fail":
                    Reply(header with { ErrorCode = 1234 }, default);
                    break;
                case "stats":
                    ReplyText(header, $"{_ordered} {_violations}");
                    break;
                case "refused":
                    ReplyText(header, $"{counters.Read()["mesh.refused-full"]}");
                    break;
                case "flood":
                    ReadOnlySpan<byte> asked = message.Payload.Span;
                    int count = BinaryPrimitives.ReadInt32LittleEndian(asked);
                    int bytes = asked.Length > sizeof(int) ? BinaryPrimitives.ReadInt32LittleEndian(asked[sizeof(int)..]) : sizeof(int);
                    _ = Task.Run(() => FloodAsync(header, count, bytes));
                    break;
            }

            message.Release();
        }

        private void CheckOrder(string from, int number)
        {
            _ordered++;
            if (_last.TryGetValue(from, out int last) && number != last + 1)
            {
                _violations++;
            }

            _last[from] = number;
        }

        // A flood under way may fill the queue. What reads messages must not wait for room in it: the others' confirmations come the same way.
        private void Reply(in RouteHeader request, ReadOnlySpan<byte> payload)
        {
            if (TryReply(request, payload) == SendResult.RefusedFull)
            {
                _ = ReplyWithRoomAsync(request, payload.ToArray());
            }
        }

        private async Task ReplyWithRoomAsync(RouteHeader request, byte[] payload)
        {
            do
            {
                await Task.Delay(1);
            }
            while (TryReply(request, payload) == SendResult.RefusedFull);
        }

        private SendResult? TryReply(in RouteHeader request, ReadOnlySpan<byte> payload) =>
            _mesh?.Send(request.From, new RouteHeader(request.MsgId + "-reply", request.MsgSeq, ErrorCode: request.ErrorCode, IsReply: true), payload);

        private void ReplyText(in RouteHeader request, FormattableString text) =>
            Reply(request, System.Text.Encoding.UTF8.GetBytes(text.ToString(CultureInfo.InvariantCulture)));

        private async Task FloodAsync(RouteHeader request, int count, int bytes)
        {
            await _attached.Task;
            byte[] payload = new byte[bytes];
            for (int i = 0; i < count; i++)
            {
                BinaryPrimitives.WriteInt32LittleEndian(payload, i);
                while (_mesh!.Send(request.From, new RouteHeader("order"), payload) == SendResult.RefusedFull)
                {
                    await Task.Yield();
                }
            }

            Reply(request, default);
        }
    }
}
