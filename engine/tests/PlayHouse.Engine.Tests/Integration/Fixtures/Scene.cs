namespace PlayHouse.Engine.IntegrationTests.Fixtures;

/// <summary>One room with one client on a clock that the test moves.</summary>
internal sealed class Scene : IAsyncDisposable
{
    private Scene(RoomServer server, ManualClock clock, RawClient client)
    {
        Server = server;
        Clock = clock;
        Client = client;
    }

    public RoomServer Server { get; }

    public ManualClock Clock { get; }

    public RawClient Client { get; }

    public Room Room => Server.RoomOf(1);

    public IStageLink Link => Room.Link;

    public static async Task<Scene> StartAsync(EngineLimits? limits = null, RoomScript? script = null)
    {
        ManualClock clock = new();

        // The client is silent while the clock moves by minutes.
        limits = (limits ?? EngineLimits.Default) with { IdleTimeout = TimeSpan.FromHours(1) };
        RoomServer server = await RoomServer.StartAsync(script ?? new RoomScript(), limits, clock: clock);
        return new Scene(server, clock, await server.JoinAsync(1, "alice"));
    }

    /// <summary>The value after everything the stage has been given so far.</summary>
    public Task<T> SettledAsync<T>(Func<T> value) => Room.OnStageAsync(value);

    public async ValueTask DisposeAsync()
    {
        await Client.DisposeAsync();
        await Server.DisposeAsync();
    }
}
