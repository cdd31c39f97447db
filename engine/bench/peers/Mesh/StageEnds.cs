using PlayHouse.Engine.Hosting;
using PlayHouse.Engine.Peers.Servers;

namespace PlayHouse.Engine.Peers.Mesh;

/// <summary>A whole server without clients: what a game sees of the way between servers.</summary>
internal abstract class StageEnd(string serverId, string otherId) : IMeshEnd
{
    private const string StageType = "Peer";

    private readonly PairDirectory _directory = new(otherId);
    private PlayServer? _server;

    /// <summary>The server; after the start.</summary>
    protected PlayServer Server => _server!;

    public async Task<int> StartAsync()
    {
        _server = new PlayServer(new PlayServerOptions
        {
            ServerId = serverId,
            TcpEndPoint = null,
            AuthenticateMessageId = "AuthenticateRequest",
            DefaultStageType = StageType,
            Stages = [new StageRegistration(StageType, _ => CreateStage(), link => new Player(link))],
            Network = EngineEnd.OptionsOf(_directory),
        });
        await _server.StartAsync();
        await _server.CreateStageAsync(StageType, MeshNames.StageId);
        return MeshNames.PortOf(_server.MeshAddress!);
    }

    public virtual void Connect(int port) => _directory.Add(port);

    public virtual ValueTask DisposeAsync() => _server?.DisposeAsync() ?? ValueTask.CompletedTask;

    /// <summary>What handles messages of the other server.</summary>
    protected abstract IStage CreateStage();
}

/// <summary>Counts in a stage.</summary>
internal sealed class StageReceiver(DeliveryCheck check) : StageEnd(MeshNames.Receiver, MeshNames.Sender)
{
    protected override IStage CreateStage() => new CountingStage(check);

    private sealed class CountingStage(DeliveryCheck check) : PeerStage
    {
        public override ValueTask OnDispatch(IPacket packet)
        {
            check.Take(packet.Payload.Span);
            return ValueTask.CompletedTask;
        }
    }
}

/// <summary>Sends through a server's link.</summary>
internal sealed class StageSender : StageEnd
{
    private readonly PacedSender _sender;

    public StageSender(byte[] payload)
        : base(MeshNames.Sender, MeshNames.Receiver) =>
        _sender = new PacedSender(payload, bytes => Server.Link.SendToStage(MeshNames.Receiver, MeshNames.StageId, MeshNames.MsgId, bytes));

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

    protected override IStage CreateStage() => new EchoStage();
}
