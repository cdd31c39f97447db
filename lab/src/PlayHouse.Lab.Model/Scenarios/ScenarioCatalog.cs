using PlayHouse.Lab.Model.Launches;

namespace PlayHouse.Lab.Model.Scenarios;

/// <summary>Every scenario of the lab, in the order in which lists show them.</summary>
public static class ScenarioCatalog
{
    /// <summary>Request with a raw payload, answered with the same bytes.</summary>
    public const string Echo = "c2s-echo";

    /// <summary>Request with a protobuf message, answered with a protobuf message.</summary>
    public const string ProtoEcho = "c2s-proto-echo";

    /// <summary>One-way send answered by a push with the same bytes.</summary>
    public const string Send = "c2s-send";

    /// <summary>Each message of one client is pushed to everybody in the room.</summary>
    public const string RoomBroadcast = "room-broadcast";

    /// <summary>A game loop pushes the state of the room to everybody in it.</summary>
    public const string RoomTick = "room-tick";

    /// <summary>A client's request becomes a request to another server.</summary>
    public const string ServerRequest = "s2s-request";

    /// <summary>A client's send becomes a send to another server and back.</summary>
    public const string ServerSend = "s2s-send";

    /// <summary>Clients connect, authenticate and leave.</summary>
    public const string ConnectStorm = "connect-storm";

    /// <summary>Clients that only send heartbeats.</summary>
    public const string IdleSessions = "idle-sessions";

    /// <summary>Echo of payloads larger than a buffer.</summary>
    public const string LargePayload = "large-payload";

    /// <summary>Messages through the multiplexer over a named pipe.</summary>
    public const string MuxPipe = "mux-pipe";

    /// <summary>Messages through the multiplexer over TCP.</summary>
    public const string MuxTcp = "mux-tcp";

    /// <summary>Echo through FastPort's loops.</summary>
    public const string FastPortEcho = "fastport-echo";

    /// <summary>Calibration only: an echo below the engine, shows what the load itself can reach. Not for experiments.</summary>
    public const string NullEcho = "null-echo";

    private const string Heartbeats = "heartbeats";
    private const string Authentications = "authentications";
    private const string Pushes = "pushes";
    private const int LargePayloadBytesMin = 64 * 1024;
    private const int FastPortPayloadBytesMax = 60_000;
    private const int StormInProgressMax = 18_000;
    private const int TicksPerSecond = 20;
    private const string NoPayload = "none; ignored";
    private const string OneRoom = "clients, all in one room";

    private static readonly ScenarioLoad OneWayLoad = new()
    {
        Rate = "sends per second over all connections",
        Depth = "sends without their push, per connection",
        Payload = "of send and push",
        CeilingScenario = Send,
    };

    private static readonly string[] StageSeams = ["mailbox", "scheduler", "hand-over", "stage-loop", "dispatch-result"];

    private static readonly string[] ConnectionSeams = ["route-object", "message-id", "buffer-pool", "session", "send-pump"];

    private static readonly string[] ServerSeams = ["header-codec", "header-parse", "peer-id", "mesh-frame"];

    private static readonly ConditionalSeam[] ClientConditions =
    [
        new("message-pool", "route-object", "pooled-object"), new("wake-up", "scheduler", "dedicated-loops"),
        new("lock", "session", "three-task"), new("receive-buffer", "session", "three-task"),
    ];

    /// <summary>All scenarios.</summary>
    public static IReadOnlyList<ScenarioDescriptor> All { get; } =
    [
        Client(Echo, "request with a raw payload, reply with the same bytes", "a request with its reply"),
        Client(ProtoEcho, "request and reply are protobuf messages", "a request with its reply") with
        {
            Seams = [.. StageSeams, .. ConnectionSeams, "reply-codec"],
        },
        Client(Send, "one-way send, answered by a push with the same bytes", "a send with the push it causes") with { Load = OneWayLoad },
        Client(RoomBroadcast, "one client's message is pushed to everybody in one room", "a push delivered") with
        {
            CountedBy = Pushes,
            IsFanOut = true,
            Load = new ScenarioLoad
            {
                Rate = "pushes delivered per second: the publishing client sends rate ÷ connections",
                Depth = "published messages that not every client has yet",
                Connections = OneRoom + "; the first one publishes",
                Payload = "of each message and push",
                CeilingScenario = Send,
            },
        },
        Client(RoomTick, "a game loop pushes the room's state, a protobuf message, to everybody 20 times a second", "a push delivered") with
        {
            TakesTurns = false,
            CountedBy = Pushes,
            IsFanOut = true,
            // Nothing is received after the authentication, so a way of receiving is not executed.
            Seams = ["buffer-pool", "send-pump", "reply-codec"],
            ConditionalSeams = [],
            Load = new ScenarioLoad
            {
                Rate = "pushes delivered per second, always 20 × connections; only auto or that number",
                Depth = "nothing is sent; always 1",
                DepthMax = 1,
                Connections = OneRoom,
                Payload = "of the state's data",
                HasClosedLoop = false,
                RatePerConnection = TicksPerSecond,
                IsRateFixed = true,
            },
        },
        Server(ServerRequest, "a client's request is asked of another server and answered with its reply", "a request between servers with its reply", "request-table"),
        Server(ServerSend, "a client's send goes to another server, which sends it back", "a send to another server and the send back") with { Load = OneWayLoad },
        Client(ConnectStorm, "clients connect, authenticate and leave", "a connection authenticated") with
        {
            TakesTurns = false,
            CountedBy = Authentications,
            Seams = ["session", "buffer-pool"],
            ConditionalSeams = [],
            Load = new ScenarioLoad
            {
                Rate = "connections begun per second",
                Depth = "times connections: connections that are not authenticated yet, over all",
                Connections = "see depth; as many stages are there to join",
                Payload = NoPayload,
                InProgressMax = StormInProgressMax,
                CeilingScenario = ConnectStorm,
            },
        },
        Client(IdleSessions, "clients that send nothing but heartbeats", "a heartbeat answered") with
        {
            CountedBy = Heartbeats,
            // Buffers are rented while a connection is made and then kept: a heartbeat takes none.
            Seams = ["session"],
            ConditionalSeams = [],
            Load = new ScenarioLoad
            {
                Rate = "heartbeats per second over all connections; auto is one a second for each",
                Depth = "always 1: a heartbeat has no number that a reply could name",
                DepthMax = 1,
                Payload = NoPayload,
                HasClosedLoop = false,
                RatePerConnection = 1,
            },
        },
        Client(LargePayload, "echo of payloads larger than a buffer", "a request with its reply") with
        {
            Seams = ConnectionSeams,
            ConditionalSeams = [],
            PayloadBytesMin = LargePayloadBytesMin,
        },
        Multiplexer(MuxPipe, "messages through the multiplexer over a named pipe, sent back"),
        Multiplexer(MuxTcp, "messages through the multiplexer over TCP, sent back"),
        new()
        {
            Id = FastPortEcho,
            Summary = "echo through FastPort's receive, parse, handle and send loops",
            Message = "a request with its reply",
            CountedBy = CounterNames.EngineMessages,
            Seams = ["mailbox", "wake-up", "lock", "receive-buffer"],
            Subject = ScenarioSubject.FastPort,
            Load = new ScenarioLoad { Connections = "clients", Payload = "of the data in request and reply, at most 60,000" },
            PayloadBytesMax = FastPortPayloadBytesMax,
        },
    ];

    /// <summary>The scenario with this id, or null.</summary>
    public static ScenarioDescriptor? Find(string id) => All.FirstOrDefault(s => s.Id == id);

    private static ScenarioDescriptor Client(string id, string summary, string message) => new()
    {
        Id = id,
        Summary = summary,
        Message = message,
        CountedBy = CounterNames.EngineMessages,
        Seams = [.. StageSeams, .. ConnectionSeams],
        ConditionalSeams = ClientConditions,
    };

    private static ScenarioDescriptor Multiplexer(string id, string summary) => new()
    {
        Id = id,
        Summary = summary,
        Message = "a message with its echo",
        CountedBy = CounterNames.EngineMessages,
        Seams = ["mux-chunk", "mux-header", "mux-emit", "mux-receive"],
        Subject = ScenarioSubject.Multiplexer,
        Load = new ScenarioLoad
        {
            Rate = "messages per second over all connections",
            Depth = "messages not yet sent back, per connection",
            Connections = "streams with a multiplexer at the server's end",
            Payload = "of each message",
        },
    };

    private static ScenarioDescriptor Server(string id, string summary, string message, params string[] more) => new()
    {
        Id = id,
        Summary = summary,
        Message = message,
        CountedBy = CounterNames.EngineMessages,
        // The message of a client starts each: what a client's message runs through is executed here, too.
        Seams = [.. StageSeams, .. ConnectionSeams, .. ServerSeams, .. more],
        ConditionalSeams = ClientConditions,
        HasPeer = true,
    };
}
