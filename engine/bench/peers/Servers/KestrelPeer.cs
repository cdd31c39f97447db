using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace PlayHouse.Engine.Peers.Servers;

/// <summary>Kestrel's transport with a connection handler.</summary>
internal sealed class KestrelPeer : IPeerServer
{
    private WebApplication? _app;

    public async Task<int> StartAsync()
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(options => options.Listen(IPAddress.Loopback, 0, listen => listen.UseConnectionHandler<EchoHandler>()));
        _app = builder.Build();
        await _app.StartAsync();
        string address = _app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.Single();
        return new Uri(address).Port;
    }

    public ValueTask DisposeAsync() => _app?.DisposeAsync() ?? ValueTask.CompletedTask;

    private sealed class EchoHandler : ConnectionHandler
    {
        public override Task OnConnectedAsync(ConnectionContext connection) => PipeFrames.EchoAsync(connection.Transport.Input, connection.Transport.Output);
    }
}
