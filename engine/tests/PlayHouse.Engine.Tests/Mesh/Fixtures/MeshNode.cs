using System.Collections.Concurrent;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.MeshFrame;
using PlayHouse.Engine.Strategies.MessageIds;
using PlayHouse.Engine.Timers;

namespace PlayHouse.Engine.Mesh.Tests.Fixtures;

/// <summary>A server of the mesh inside the test process. Messages go to <see cref="Handle"/>; by default they are echoed or kept.</summary>
internal sealed class MeshNode : IMeshHandler, IAsyncDisposable
{
    public static readonly TimeSpan Deadline = TimeSpan.FromSeconds(60);

    private long _received;

    private MeshNode(EngineLimits limits) => Limits = limits;

    public EngineLimits Limits { get; }

    public EngineCounters Counters { get; } = new();

    public BufferPool Pool { get; } = new(64 * 1024 * 1024, BufferAudit.CreateIfAsked());

    public ServerMesh Mesh { get; private set; } = null!;

    public ConcurrentQueue<(RouteHeader Header, byte[] Payload)> Kept { get; } = new();

    /// <summary>Defects that the mesh has told of.</summary>
    public ConcurrentQueue<Exception> Faults { get; } = new();

    /// <summary>Runs on the receiving thread; takes the message over when it answers true.</summary>
    public Func<MeshMessage, bool>? Handle { get; set; }

    public long Received => Volatile.Read(ref _received);

    public static async Task<MeshNode> StartAsync(
        string id,
        IServerDirectory? directory,
        EngineLimits? limits = null,
        Func<MeshOptions, MeshOptions>? configure = null,
        StrategySelection? strategies = null,
        TimeProvider? time = null,
        Func<MeshParts, ServerMesh>? compose = null)
    {
        MeshNode node = new(limits ?? EngineLimits.Default);
        MeshOptions options = new()
        {
            ServerId = id,
            BindAddress = "tcp://127.0.0.1:0",
            Directory = directory,
            DirectoryPeriod = TimeSpan.FromMilliseconds(20),
            ProbePeriod = TimeSpan.FromMilliseconds(100),
            SilenceTimeout = Deadline,
            ConnectGracePeriod = Deadline,
        };
        options = configure?.Invoke(options) ?? options;
        EngineClock clock = new(time ?? TimeProvider.System);
        if (compose is null)
        {
            node.Mesh = await ServerMesh.StartAsync(options, node.Limits, node.Pool, node.Counters, node, strategies: strategies, clock: clock, report: node.Faults.Enqueue);
            return node;
        }

        node.Mesh = compose(new MeshParts(options, node.Limits, node.Pool, node.Counters, node, new MessageIdTable(node.Limits.MessageIdsMax), clock) { Report = node.Faults.Enqueue });
        await node.Mesh.OpenAsync();
        return node;
    }

    /// <summary>A shared directory whose entries do not die.</summary>
    public static InMemoryServerDirectory NewDirectory() => new(TimeSpan.FromHours(1), TimeProvider.System);

    public void OnMessage(in MeshMessage message)
    {
        Interlocked.Increment(ref _received);
        if (Handle?.Invoke(message) == true)
        {
            return;
        }

        RouteHeader header = message.Header;
        if (header.MsgSeq != 0)
        {
            Mesh.Send(header.From, new RouteHeader(header.MsgId + "-reply", header.MsgSeq, IsReply: true), message.Payload.Span);
        }
        else
        {
            Kept.Enqueue((header, message.Payload.ToArray()));
        }

        message.Release();
    }

    public long Counter(string name) => Counters.Read()[name];

    /// <summary>A request whose failure is returned, not thrown.</summary>
    public async Task<ServerRequestException?> FailureOfAsync(string serverId, string msgId, byte[]? payload = null)
    {
        try
        {
            using ServerReply reply = await RequestAsync(serverId, msgId, payload);
            return null;
        }
        catch (ServerRequestException failure)
        {
            return failure;
        }
    }

    public ValueTask<ServerReply> RequestAsync(string serverId, string msgId, byte[]? payload = null) =>
        Mesh.RequestAsync(serverId, new RouteHeader(msgId), payload);

    /// <summary>Waits until the server answers an echo.</summary>
    public Task UntilReachableAsync(string serverId) =>
        UntilAsync(async () => await FailureOfAsync(serverId, "echo", [1]) is null, $"{serverId} is reachable");

    public Task UntilAsync(Func<bool> condition, string what) => UntilAsync(() => Task.FromResult(condition()), what);

    /// <summary>Waits until the condition holds; fails with the counters when it does not within the deadline.</summary>
    public async Task UntilAsync(Func<Task<bool>> condition, string what)
    {
        using CancellationTokenSource deadline = new(Deadline);
        using PeriodicTimer poll = new(TimeSpan.FromMilliseconds(5));
        while (!await condition())
        {
            if (deadline.IsCancellationRequested)
            {
                IEnumerable<string> state = Counters.Read().Where(c => c.Value != 0).Select(c => $"{c.Key}={c.Value}");
                Assert.Fail($"Not in time at {Mesh.ServerId}: {what}. received={Received} {string.Join(' ', state)}");
            }

            await poll.WaitForNextTickAsync();
        }
    }

    public async ValueTask DisposeAsync()
    {
        await Mesh.DisposeAsync();
        BufferUse.AssertClean(Pool);
    }
}
