using System.Net.Sockets;
using System.Text;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using PlayHouse.Engine;
using PlayHouse.Engine.Hosting;

if (args is ["api", ..])
{
    await RankingApi.RunAsync(args[1..]);
    return;
}

// A game server as a team would host it; the tests end it with a signal. Prints its port once it runs.
HostApplicationBuilder builder = Host.CreateApplicationBuilder(args);
builder.Logging.ClearProviders();
builder.Services.AddPlayServer(o => o.TcpEndPoint = "127.0.0.1:0").UseStage<HoldingStage, AnyActor>("Holding");
using IHost host = builder.Build();
await host.StartAsync();
Console.WriteLine(host.Services.GetRequiredService<PlayServer>().TcpEndPoint.Port);
await host.WaitForShutdownAsync();
Console.WriteLine(host.Services.GetRequiredService<PlayServer>().Phase);

/// <summary>Keeps the request it is told to keep until the host is asked to stop and refuses new clients.</summary>
internal sealed class HoldingStage(IStageLink link, IHostApplicationLifetime lifetime, IServiceProvider services) : IStage
{
    public ValueTask OnDrain(TimeSpan remaining)
    {
        if (remaining > TimeSpan.Zero)
        {
            link.Broadcast("Draining", Encoding.UTF8.GetBytes($"{remaining}"));
        }

        return default;
    }

    public async ValueTask OnDispatch(IActor actor, IPacket packet)
    {
        IActorLink client = ((AnyActor)actor).Link;
        client.SendToClient("Taken", packet.Payload.Span);
        if (packet.MsgId == "HoldRequest")
        {
            TaskCompletionSource stopping = new(TaskCreationOptions.RunContinuationsAsynchronously);
            using CancellationTokenRegistration registration = lifetime.ApplicationStopping.Register(() => stopping.TrySetResult());
            await stopping.Task;
            await RefusingAsync();
        }

        client.Reply("Reply", packet.Payload.Span);
        if (packet.MsgId == "EndRequest")
        {
            link.CloseStage();
        }
    }

    /// <summary>Until no new client gets in: a stop that did not wait for its handlers would be over by then.</summary>
    private async Task RefusingAsync()
    {
        PlayServer server = services.GetRequiredService<PlayServer>();
        System.Net.IPEndPoint endPoint = server.TcpEndPoint;
        using PeriodicTimer poll = new(TimeSpan.FromMilliseconds(20));
        while (server.Phase == ServerPhase.Running || await IsAcceptingAsync(endPoint))
        {
            await poll.WaitForNextTickAsync();
        }

        await poll.WaitForNextTickAsync();
    }

    private static async Task<bool> IsAcceptingAsync(System.Net.IPEndPoint endPoint)
    {
        try
        {
            using Socket socket = new(SocketType.Stream, ProtocolType.Tcp);
            await socket.ConnectAsync(endPoint);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}

internal sealed class AnyActor(IActorLink link) : IActor
{
    public IActorLink Link => link;

    public ValueTask<AuthenticationResult> OnAuthenticate(IPacket packet)
    {
        link.AccountId = Encoding.UTF8.GetString(packet.Payload.Span);
        return ValueTask.FromResult(AuthenticationResult.Accept());
    }
}
