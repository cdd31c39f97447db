using System.Net;
using System.Text.Json;
using PlayHouse.Engine.Hosting;

namespace PlayHouse.Engine.Soak.Server;

/// <summary>
/// The server under test in a process of its own. Says its port in the first line, then answers one line of standard input
/// with one line of output: <c>stats</c>, <c>collect</c> (collects garbage first), <c>stop</c>. The end of input ends it.
/// </summary>
internal static class SoakServer
{
    public const string AuthenticateId = "AuthenticateRequest";

    /// <summary>The server addresses itself by this: a message between servers without another process.</summary>
    public const string ServerId = "soak";

    public static async Task<int> RunAsync(string limitsJson)
    {
        LatenessLog lateness = new();
        ServerTraffic traffic = new();
        PlayServer server = new(new PlayServerOptions
        {
            ServerId = ServerId,
            TcpEndPoint = new IPEndPoint(IPAddress.Loopback, 0),
            AuthenticateMessageId = AuthenticateId,
            Stages = [new StageRegistration("Soak", link => new SoakStage(link, lateness, traffic), link => new SoakActor(link))],
            DefaultStageType = "Soak",
            Limits = JsonSerializer.Deserialize<EngineLimits>(limitsJson) ?? EngineLimits.Default,
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
