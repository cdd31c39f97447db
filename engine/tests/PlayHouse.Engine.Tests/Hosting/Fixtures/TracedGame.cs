using System.Collections.Concurrent;
using System.Diagnostics;
using System.Text;
using PlayHouse.Engine.Mesh;

namespace PlayHouse.Engine.Hosting.Tests.Fixtures;

/// <summary>Notes which span is ambient in its callbacks.</summary>
internal sealed class TracedStage(IStageLink link, TracedGame game) : IStage
{
    public async ValueTask OnDispatch(IActor actor, IPacket packet)
    {
        IActorLink client = ((NamedActor)actor).Link;
        game.Note(packet.MsgId);
        switch (packet.MsgId)
        {
            case "Ask":
                string request = Encoding.UTF8.GetString(packet.Payload.Span);
                await Task.Yield();
                game.Note("after an await");
                using (ServerReply reply = await link.RequestToApiAsync("api-1", request, default))
                {
                    game.Note("after a request");
                    client.Reply(reply.MsgId, default);
                }

                break;
            case "Tell":
                link.SendToApi("api-1", "Note", default);
                link.SendToApi("nowhere", "Note", default);
                game.Note("after a send");
                client.Reply("Told", default);
                break;
            case "Throw":
                throw new InvalidOperationException("no such luck");
            case "Hold":
                await game.Gate.Task;
                client.Reply("Held", default);
                break;
            case "Plain":
                link.Post(() =>
                {
                    game.Note("posted");
                    return default;
                });
                client.Reply("Plain", default);
                break;
            default:
                // Leaves at the end of the run, and the next run looks for a listener.
                client.Reply("Plain", default);
                break;
        }
    }

    public ValueTask OnDispatch(IPacket packet)
    {
        game.Note("from a server");
        link.Reply("StageReply", default);
        return default;
    }
}

/// <summary>A play server and an Api server.</summary>
internal sealed class TracedGame : IAsyncDisposable
{
    private GameApi? _api;

    private TracedGame()
    {
    }

    public PlayServer Play { get; private set; } = null!;

    /// <summary>Failures of both servers' handlers.</summary>
    public RoomLog Log { get; } = new();

    /// <summary>"Hold" messages wait for it.</summary>
    public TaskCompletionSource Gate { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Where a callback was and the span that was ambient there.</summary>
    public ConcurrentQueue<(string Place, Activity? Span)> Notes { get; } = new();

    public void Note(string place) => Notes.Enqueue((place, Activity.Current));

    public Activity? SpanAt(string place) => Assert.Single(Notes, n => n.Place == place).Span;

    /// <summary>Both servers in memory, or over the network.</summary>
    public static async Task<TracedGame> StartAsync(bool isNetworked = false, Func<PlayServerOptions, PlayServerOptions>? change = null)
    {
        LoopbackHub hub = new();
        InMemoryServerDirectory directory = new();
        MeshOptions network = new() { BindAddress = "tcp://127.0.0.1:0", Directory = directory, DirectoryPeriod = TimeSpan.FromMilliseconds(20) };
        TracedGame game = new();
        PlayServerOptions options = RoomServer.Options(game.Log) with
        {
            Stages = [new StageRegistration("Room", link => new TracedStage(link, game), link => new NamedActor(link))],
        };
        options = isNetworked ? options with { Network = network } : options with { Mesh = hub.ConnectAsync };
        game.Play = new PlayServer(change?.Invoke(options) ?? options);
        await game.Play.StartAsync();
        game._api = await GameApi.StartAsync(
            hub, o => isNetworked ? GameApi.Options(new ApiLog(), typeof(GameController)) with { Network = network, HandlerFailed = game.Log.Failures.Enqueue } : o with { HandlerFailed = game.Log.Failures.Enqueue });
        await Wait.UntilAsync(
            () => !isNetworked || (game.Play.ReadCounters()["peers"] == 1 && game._api.Counter("peers") == 1), "the servers are connected");
        return game;
    }

    public void ReleaseApi() => _api!.Log.Gate.TrySetResult();

    public Task<RawClient> JoinAsync(string account) => RoomServer.JoinAsync(Play.TcpEndPoint, 1, account);

    public async ValueTask DisposeAsync()
    {
        Gate.TrySetResult();
        await Play.DisposeAsync();
        await _api!.DisposeAsync();
    }
}
