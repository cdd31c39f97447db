using System.Net;
using System.Text.Json;
using PlayHouse.Engine.Hosting;
using PlayHouse.Engine.Mesh;

namespace PlayHouse.Engine.Soak.Server;

/// <summary>
/// The server under test in a process of its own. Says its port in the first line, then answers one line of standard input
/// with one line of output: <c>stats</c>, <c>collect</c> (collects garbage first), <c>stop</c>. The end of input ends it.
/// </summary>
internal static class SoakServer
{
    public const string AuthenticateId = "AuthenticateRequest";

    /// <summary>Servers address this one, themselves by default: a message between servers without another process.</summary>
    public const string ServerId = "soak";

    public static async Task<int> RunAsync(string setupJson)
    {
        SoakSetup setup = JsonSerializer.Deserialize<SoakSetup>(setupJson)!;
        LatenessLog lateness = new();
        ServerTraffic traffic = new();
        PlayServer server = new(new PlayServerOptions
        {
            ServerId = setup.ServerId,
            TcpEndPoint = new IPEndPoint(IPAddress.Loopback, 0),
            AuthenticateMessageId = AuthenticateId,
            Stages = [new StageRegistration("Soak", link => new SoakStage(link, lateness, traffic), link => new SoakActor(link))],
            DefaultStageType = "Soak",
            Limits = setup.Limits,
            Network = setup.Mesh is not { } mesh ? null : new MeshOptions
            {
                BindAddress = mesh.Address,
                Directory = StaticServerDirectory.Parse(mesh.Servers),
                Security = MeshSecurity.Curve(mesh.SecretKey),
            },
            HandlerFailed = exception => Console.Error.WriteLine(exception),
        });
        await server.StartAsync();
        Console.WriteLine(server.TcpEndPoint.Port);
        while (await Console.In.ReadLineAsync() is { } command && command != "stop")
        {
            Console.WriteLine(JsonSerializer.Serialize(ServerStats.Read(server.ReadCounters(), lateness, traffic, command == "collect")));
        }

        await server.StopAsync();
        Console.WriteLine(JsonSerializer.Serialize(ServerStats.Read(server.ReadCounters(), lateness, traffic, collects: true)));
        return 0;
    }
}

/// <summary>What a server process is told at its start.</summary>
internal sealed record SoakSetup(EngineLimits Limits)
{
    public string ServerId { get; init; } = SoakServer.ServerId;

    /// <summary>How it takes part in a mesh; null for a mesh of itself.</summary>
    public SoakMesh? Mesh { get; init; }
}

/// <summary>A mesh whose servers prove their keys.</summary>
/// <param name="Address">Where the server listens for others.</param>
/// <param name="Servers">All of them, as <see cref="StaticServerDirectory.Parse"/> reads them.</param>
/// <param name="SecretKey">The server's own.</param>
internal sealed record SoakMesh(string Address, string Servers, string SecretKey);
