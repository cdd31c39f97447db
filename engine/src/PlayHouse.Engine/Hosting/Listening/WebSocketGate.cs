using System.Net.WebSockets;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core.Features;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Sessions;
using PlayHouse.Engine.Transport;
using PlayHouse.Engine.Transport.Tls;
using PlayHouse.Engine.Transport.WebSockets;

namespace PlayHouse.Engine.Hosting.Listening;

/// <summary>Turns a WebSocket request into a session and stays until the session is over.</summary>
internal static class WebSocketGate
{
    /// <summary>Handles one request; <paramref name="engine"/> is null while the server does not run.</summary>
    public static async Task HandleAsync(HttpContext context, SessionContext? engine)
    {
        if (engine is null || engine.IsStopping)
        {
            context.Response.StatusCode = StatusCodes.Status503ServiceUnavailable;
            return;
        }

        if (!context.WebSockets.IsWebSocketRequest)
        {
            context.Response.StatusCode = StatusCodes.Status400BadRequest;
            return;
        }

        // A listener of the server's own has taken the place when the connection came in.
        PendingConnection? pending = context.Features.Get<PendingConnection>() ?? Admit(context, engine);
        if (pending is null)
        {
            context.Response.StatusCode = StatusCodes.Status503ServiceUnavailable;
            return;
        }

        using WebSocket? socket = await AcceptAsync(context, pending);
        if (socket is null || !pending.TryBecomeSession())
        {
            return;
        }

        RecordStream frames = context.Features.GetRequiredFeature<MeteredUpgrade>().Frames!;
        WebSocketConnection connection = new(socket, frames, context.Features.Get<TlsRecords>(), context.Abort);
        if (Session.TryStart(engine, connection, pending.Admission))
        {
            await connection.Retired;
            await connection.EndAsync();
        }
    }

    private static PendingConnection? Admit(HttpContext context, SessionContext engine)
    {
        engine.Counters.Count(EngineCounter.Accepts);
        CloseReason refusal = engine.Sessions.TryAdmit(context.Connection.RemoteIpAddress, out Admission admission);
        if (refusal != CloseReason.None)
        {
            engine.Counters.Count(refusal);
            return null;
        }

        return engine.Pending.Add(admission, context.Abort);
    }

    private static async Task<WebSocket?> AcceptAsync(HttpContext context, PendingConnection pending)
    {
        if (context.Features.Get<IHttpMinResponseDataRateFeature>() is { } rate)
        {
            // Slow clients are the session's business: it has a queue limit, a write-stall time-out and reasons.
            rate.MinDataRate = null;
        }

        try
        {
            return await context.WebSockets.AcceptWebSocketAsync();
        }
        catch (Exception exception) when (ChannelErrors.IsConnectionLoss(exception))
        {
            pending.Fail(CloseReason.HandshakeFailed);
            return null;
        }
    }
}
