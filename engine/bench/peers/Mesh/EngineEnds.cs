using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Mesh;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.MeshFrame;

namespace PlayHouse.Engine.Peers.Mesh;

/// <summary>The engine's mesh without a server around it: queue, header, sockets, judging, handler.</summary>
internal abstract class EngineEnd(string serverId, string otherId, string frame) : IMeshEnd, IMeshHandler
{
    private static readonly TimeSpan DirectoryPeriod = TimeSpan.FromMilliseconds(50);

    /// <summary>A machine that is slow to start or to schedule must not make the mesh give the other end up.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);

    private readonly PairDirectory _directory = new(otherId);
    private ServerMesh? _mesh;

    /// <summary>The mesh; after the start.</summary>
    protected ServerMesh Mesh => _mesh!;

    public async Task<int> StartAsync()
    {
        EngineLimits limits = EngineLimits.Default;
        _mesh = await ServerMesh.StartAsync(
            OptionsOf(_directory) with { ServerId = serverId },
            limits,
            new BufferPool(limits.RetainedBufferBytesMax),
            new EngineCounters(),
            this,
            strategies: StrategySelection.Default.With("mesh-frame", frame));
        return MeshNames.PortOf(_mesh.Address);
    }

    public virtual void Connect(int port) => _directory.Add(port);

    public virtual ValueTask DisposeAsync() => _mesh?.DisposeAsync() ?? ValueTask.CompletedTask;

    public abstract void OnMessage(in MeshMessage message);

    /// <summary>How both ends take part, alone or inside a server.</summary>
    public static MeshOptions OptionsOf(PairDirectory directory) => new()
    {
        BindAddress = MeshNames.AddressOf(0),
        Directory = directory,
        DirectoryPeriod = DirectoryPeriod,
        ConnectGracePeriod = Patience,
        SilenceTimeout = Patience,
        SendHighWaterMark = MeshNames.HighWaterMark,
        ReceiveHighWaterMark = MeshNames.HighWaterMark,
    };
}

/// <summary>Counts in the mesh's receiving thread.</summary>
internal sealed class EngineReceiver(string frame, DeliveryCheck check) : EngineEnd(MeshNames.Receiver, MeshNames.Sender, frame)
{
    public override void OnMessage(in MeshMessage message)
    {
        check.Take(message.Payload.Span);
        message.Release();
    }
}

/// <summary>Sends through the mesh's queue.</summary>
internal sealed class EngineSender : EngineEnd
{
    private readonly PacedSender _sender;

    public EngineSender(string frame, byte[] payload)
        : base(MeshNames.Sender, MeshNames.Receiver, frame)
    {
        RouteHeader header = new(MeshNames.MsgId, StageId: MeshNames.StageId);
        _sender = new PacedSender(payload, bytes => Mesh.Send(MeshNames.Receiver, header, bytes));
    }

    public override void Connect(int port)
    {
        base.Connect(port);
        _sender.Start();
    }

    public override async ValueTask DisposeAsync()
    {
        _sender.Dispose();
        await base.DisposeAsync();
    }

    public override void OnMessage(in MeshMessage message) => message.Release();
}

/// <summary>The other end, once its port is known. Any thread.</summary>
internal sealed class PairDirectory(string otherId) : IServerDirectory
{
    private volatile ServerEntry? _other;

    /// <summary>Makes the other end known.</summary>
    public void Add(int port) => _other = new ServerEntry(otherId, MeshNames.AddressOf(port));

    /// <inheritdoc/>
    public ValueTask<IReadOnlyList<ServerEntry>> ExchangeAsync(ServerEntry own, CancellationToken cancellation) =>
        new(_other is { } other ? [own, other] : [own]);
}
