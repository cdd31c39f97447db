using System.Text;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using PlayHouse.Engine;
using PlayHouse.Engine.Api;
using PlayHouse.Engine.Hosting;

/// <summary>An Api server in a process of its own, configured by its command line; prints its address once it runs.</summary>
internal static class RankingApi
{
    public static async Task RunAsync(string[] args)
    {
        HostApplicationBuilder builder = Host.CreateApplicationBuilder(args);
        builder.Logging.ClearProviders();
        builder.Services.AddApiServer().UseController<RankingController>();
        using IHost host = builder.Build();
        await host.StartAsync();
        Console.WriteLine(host.Services.GetRequiredService<ApiServer>().MeshAddress);
        await host.WaitForShutdownAsync();
    }
}

/// <summary>Answers what the stages of the tests ask.</summary>
internal sealed class RankingController : IApiController
{
    public const ushort NoSuchPlayer = ErrorCodes.ApplicationFirst + 234;

    public void Handles(IApiHandlerRegister register)
    {
        register.Add("RankRequest", RankAsync);
        register.Add("OpenRequest", OpenAsync);
        register.Add("NeverRequest", NeverAsync);
        register.Add("Greet", GreetAsync);
    }

    private ValueTask RankAsync(IPacket packet, IApiLink link)
    {
        string name = Encoding.UTF8.GetString(packet.Payload.Span);
        if (name == "unknown")
        {
            link.Reply(NoSuchPlayer);
            return default;
        }

        link.Reply("RankReply", Encoding.UTF8.GetBytes($"{name} is first, says {link.ServerId} to {link.From}"));
        return default;
    }

    /// <summary>Makes a stage on the server that asked.</summary>
    private async ValueTask OpenAsync(IPacket packet, IApiLink link)
    {
        StageCreation first = await link.GetOrCreateStageAsync(link.From, "Room", 4711, "Open", packet.Payload);
        StageCreation second = await link.GetOrCreateStageAsync(link.From, "Room", 4711, "Open", packet.Payload);
        StageCreation third = await link.CreateStageAsync(link.From, "Room", 4711, "Open", packet.Payload);
        using ServerReply echo = await link.RequestToStageAsync(link.From, 4711, "Echo", packet.Payload.Span);
        link.Reply("OpenReply", Encoding.UTF8.GetBytes($"{first.IsCreated} {second.IsSuccess} {second.IsCreated} {third.ErrorCode} {echo.MsgId} {Encoding.UTF8.GetString(echo.Payload.Span)}"));
    }

    private ValueTask NeverAsync(IPacket packet, IApiLink link) => default;

    /// <summary>Pushes to the client that the sender was handling a message of.</summary>
    private ValueTask GreetAsync(IPacket packet, IApiLink link)
    {
        link.SendToClient(link.From, link.SessionId, "Greeting", packet.Payload.Span);
        return default;
    }
}
