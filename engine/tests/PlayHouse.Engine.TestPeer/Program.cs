using System.Globalization;
using System.Net;
using System.Text;
using System.Text.Json;
using PlayHouse.Engine.Client;
using PlayHouse.Engine.Hosting;

namespace PlayHouse.Engine.TestPeer;

/// <summary>Entry point; see the README for the roles.</summary>
internal static class Program
{
    private const string AuthenticateId = "AuthenticateRequest";

    public static async Task<int> Main(string[] args)
    {
        switch (args)
        {
            case ["client", string port, string stageId, string account]:
                await RunClientAsync(Number(port), Number(stageId), account);
                return 0;
            case ["server"]:
                await RunServerAsync();
                return 0;
            default:
                await Console.Error.WriteLineAsync("client PORT STAGE ACCOUNT | server");
                return 64;
        }
    }

    private static int Number(string text) => int.Parse(text, CultureInfo.InvariantCulture);

    private static async Task RunClientAsync(int port, long stageId, string account)
    {
        await using PlayClient client = new();
        await client.ConnectAsync(new IPEndPoint(IPAddress.Loopback, port));
        ClientReply reply = await client.AuthenticateAsync(AuthenticateId, stageId, Encoding.UTF8.GetBytes(account));
        Console.WriteLine(reply.ErrorCode == 0 ? "ready" : $"refused {reply.ErrorCode}");
        await Console.In.ReadToEndAsync();
    }

    private static async Task RunServerAsync()
    {
        await using PlayServer server = new(new PlayServerOptions
        {
            TcpEndPoint = new IPEndPoint(IPAddress.Loopback, 0),
            AuthenticateMessageId = AuthenticateId,
            Stages = [new StageRegistration("Echo", _ => new PeerStage(), link => new PeerActor(link))],
            DefaultStageType = "Echo",
        });
        await server.StartAsync();
        Console.WriteLine($"port {server.TcpEndPoint.Port}");
        while (await Console.In.ReadLineAsync() is not null)
        {
            Console.WriteLine(JsonSerializer.Serialize(server.ReadCounters()));
        }
    }
}
