using System.Globalization;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using PlayHouse.Engine;
using PlayHouse.Engine.Hosting;

namespace PlayHouse.Samples;

/// <summary>A play server with one type of stage in a host: runs until Ctrl-C or SIGTERM, then drains.</summary>
internal static class SampleHost
{
    /// <summary>Returns the exit code: 0 after a stop, 2 when the server cannot start.</summary>
    public static async Task<int> RunAsync<TStage, TActor>(string stageType, int port, CancellationToken cancellation)
        where TStage : class, IStage
        where TActor : class, IActor
    {
        HostApplicationBuilder builder = Host.CreateApplicationBuilder();
        builder.Logging.AddFilter("Microsoft", LogLevel.Warning);
        builder.Services
            .AddPlayServer(settings =>
            {
                settings.TcpEndPoint = string.Create(CultureInfo.InvariantCulture, $"0.0.0.0:{port}");
                settings.AuthenticateMessageId = "EnterRequest";
                settings.DrainNoticeMessageId = "ServerStops";
            })
            .UseStage<TStage, TActor>(stageType);
        using IHost host = builder.Build();
        using IDisposable exports = MetricExport.StartIfAsked();
        try
        {
            await host.StartAsync(cancellation);
        }
        catch (Exception exception) when (exception is System.Net.Sockets.SocketException or Microsoft.Extensions.Options.OptionsValidationException)
        {
            await Console.Error.WriteLineAsync($"The server cannot start on port {port}: {exception.Message}");
            return 2;
        }

        PlayServer server = host.Services.GetRequiredService<PlayServer>();
        Console.WriteLine($"listening on port {server.TcpEndPoint.Port}");
        await host.WaitForShutdownAsync(cancellation);
        return 0;
    }
}
