using System.Collections.Concurrent;
using System.Text;
using Microsoft.Extensions.DependencyInjection;
using PlayHouse.Engine.Api;

namespace PlayHouse.Engine.Hosting.Tests.Fixtures;

/// <summary>What the controllers of a server did.</summary>
internal sealed class ApiLog
{
    private int _running;

    public ConcurrentQueue<string> Events { get; } = new();

    public ConcurrentQueue<Exception> Failures { get; } = new();

    /// <summary>"Hold" messages wait for it.</summary>
    public TaskCompletionSource Gate { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public int ScopesMade;

    public int ScopesEnded;

    public int ControllersEnded;

    public int Running => Volatile.Read(ref _running);

    public int RunningMax;

    public int Echoes;

    public async Task HoldAsync()
    {
        int running = Interlocked.Increment(ref _running);
        InterlockedMax(ref RunningMax, running);
        await Gate.Task;
        Interlocked.Decrement(ref _running);
    }

    private static void InterlockedMax(ref int target, int value)
    {
        int seen;
        while ((seen = Volatile.Read(ref target)) < value && Interlocked.CompareExchange(ref target, value, seen) != seen)
        {
        }
    }
}

/// <summary>A scoped service.</summary>
internal sealed class RequestScope : IDisposable
{
    private readonly ApiLog _log;

    public RequestScope(ApiLog log)
    {
        _log = log;
        Number = Interlocked.Increment(ref log.ScopesMade);
    }

    public int Number { get; }

    public void Dispose() => Interlocked.Increment(ref _log.ScopesEnded);
}

internal sealed class GameController(ApiLog log, RequestScope scope) : IApiController
{
    public void Handles(IApiHandlerRegister register)
    {
        register.Add("Echo", Echo);
        register.Add("Scope", ReplyScopeAsync);
        register.Add("Who", Who);
        register.Add("Error", (_, link) => Refuse(link));
        register.Add("Throw", Throw);
        register.Add("ThrowAfterReply", ThrowAfterReplyAsync);
        register.Add("Twice", Twice);
        register.Add("Hold", HoldAsync);
        register.Add("MakeRoom", MakeRoomAsync);
        register.Add("Note", Note);
    }

    private ValueTask Echo(IPacket packet, IApiLink link)
    {
        Interlocked.Increment(ref log.Echoes);
        link.Reply("EchoReply", packet.Payload.Span);
        return default;
    }

    private ValueTask Refuse(IApiLink link)
    {
        log.Events.Enqueue("refused");
        link.Reply(4321);
        return default;
    }

    private ValueTask Throw(IPacket packet, IApiLink link) =>
        throw new InvalidOperationException($"controller failed after {log.Echoes} echoes");

    private async ValueTask ReplyScopeAsync(IPacket packet, IApiLink link)
    {
        int number = scope.Number;
        await Task.Yield();
        link.Reply("ScopeReply", BitConverter.GetBytes(number));
    }

    private ValueTask Who(IPacket packet, IApiLink link)
    {
        log.Events.Enqueue($"who {link.From} {link.StageId} {link.SessionId} {link.IsRequest} {packet.MsgSeq}");
        if (link.IsRequest)
        {
            link.Reply("WhoReply", default);
        }

        return default;
    }

    private async ValueTask ThrowAfterReplyAsync(IPacket packet, IApiLink link)
    {
        link.Reply("Answered", default);
        await Task.Yield();
        throw new InvalidOperationException(log.Events.IsEmpty ? "controller failed" : "controller failed again");
    }

    private ValueTask Twice(IPacket packet, IApiLink link)
    {
        log.Events.Enqueue("twice");
        link.Reply("First", default);
        link.Reply("Second", default);
        return default;
    }

    private async ValueTask HoldAsync(IPacket packet, IApiLink link)
    {
        await log.HoldAsync();
        link.Reply("HoldReply", packet.Payload.Span);
    }

    private async ValueTask MakeRoomAsync(IPacket packet, IApiLink link)
    {
        StageCreation creation = await link.CreateStageAsync("play-1", "Room", 500, packet.MsgId, packet.Payload);
        using ServerReply reply = await link.RequestToStageAsync("play-1", 500, "Echo", Encoding.UTF8.GetBytes($"{creation.IsCreated} {log.Events.Count}"));
        link.Reply("RoomReply", reply.Payload.Span);
    }

    private ValueTask Note(IPacket packet, IApiLink link)
    {
        log.Events.Enqueue($"note {Encoding.UTF8.GetString(packet.Payload.Span)}");
        return default;
    }
}

/// <summary>Registered as a controller only, so that no scope owns its instances.</summary>
internal sealed class DisposableController(ApiLog log) : IApiController, IDisposable
{
    public void Handles(IApiHandlerRegister register) => register.Add("Disposable", Handle);

    public void Dispose() => Interlocked.Increment(ref log.ControllersEnded);

    private ValueTask Handle(IPacket packet, IApiLink link)
    {
        link.Reply("DisposableReply", BitConverter.GetBytes(log.ControllersEnded));
        return default;
    }
}

/// <summary>A running Api server.</summary>
internal sealed class GameApi : IAsyncDisposable
{
    private readonly ServiceProvider _services;

    private GameApi(ApiServer server, ApiLog log, ServiceProvider services)
    {
        Server = server;
        Log = log;
        _services = services;
    }

    public ApiServer Server { get; }

    public ApiLog Log { get; }

    public static ApiServerOptions Options(ApiLog log, params Type[] controllers) => new()
    {
        ServerId = "api-1",
        ServiceId = 1,
        Controllers = controllers,
        HandlerFailed = log.Failures.Enqueue,
    };

    public static ServiceProvider Services(ApiLog log) => new ServiceCollection()
        .AddSingleton(log).AddScoped<RequestScope>().AddScoped<GameController>()
        .BuildServiceProvider(new ServiceProviderOptions { ValidateScopes = true, ValidateOnBuild = true });

    public static async Task<GameApi> StartAsync(LoopbackHub hub, Func<ApiServerOptions, ApiServerOptions>? change = null)
    {
        ApiLog log = new();
        ServiceProvider services = Services(log);
        ApiServerOptions options = Options(log, typeof(GameController), typeof(DisposableController)) with { Mesh = hub.ConnectAsync };
        ApiServer server = new(change?.Invoke(options) ?? options, services);
        await server.StartAsync();
        log.ScopesMade = 0;
        log.ScopesEnded = 0;
        log.ControllersEnded = 0;
        return new GameApi(server, log, services);
    }

    /// <summary>Set by a test whose server cannot stop whole.</summary>
    public bool ExpectsAbandoned { get; set; }

    public long Counter(string name) => Server.ReadCounters()[name];

    public async ValueTask DisposeAsync()
    {
        Log.Gate.TrySetResult();
        await Server.DisposeAsync();
        BufferUse.AssertClean(Server.Pool, Counter("stop.abandoned"), ExpectsAbandoned);
        await _services.DisposeAsync();
    }
}
