namespace PlayHouse.Engine.Diagnostics;

/// <summary>Public names of counters.</summary>
internal static class CounterNames
{
    private static readonly string[] Counters =
    [
        "messages.completed", "replies", "pushes", "socket.reads", "socket.writes", "bytes.in", "bytes.out", "heartbeats",
        "handler.failures", "reader.pauses", "mailbox.overloads", "late.drops", "replies.without-request", "messages.wrong-stage",
        "authentications", "authentication.failures", "reconnects",
        "accepts", "accept.transient-errors", "accept.back-offs", "accept.fatal-errors",
        "stages.refused", "stop.abandoned", "drain.unfinished", "memory.trims",
        "rate.pauses", "pushes.dropped", "actors.refused", "actors.grace-ended", "handlers.hung", "timers.refused", "posts.refused",
        "timers.skipped", "game-loop.overruns", "game-loop.dropped-steps", "off-stage.refused", "mesh.sent", "mesh.received",
        "mesh.refused-full", "mesh.unreachable", "mesh.lost", "mesh.malformed", "mesh.frame-mismatches", "mesh.peers-refused",
        "mesh.strangers", "mesh.refused-keys", "mesh.failed-handshakes", "mesh.dropped",
        "requests.refused", "requests.timeouts", "requests.late-replies", "api.handled", "api.refused",
        "hops.dropped",
        "engine.faults",
        "seam.message-id", "seam.buffer-pool", "seam.session", "seam.send-pump", "seam.lock", "seam.receive-buffer",
        "seam.mailbox", "seam.message-pool", "seam.scheduler", "seam.hand-over", "seam.stage-loop", "seam.route-object", "seam.reply-codec",
        "seam.dispatch-result", "seam.wake-up",
        "seam.header-codec", "seam.header-parse", "seam.peer-id", "seam.request-table", "seam.mesh-frame",
    ];

    public static int Count => Counters.Length;

    public static string Of(EngineCounter counter) => Counters[(int)counter];

    public static string Of(CloseReason reason) => reason switch
    {
        CloseReason.None => "closes.none",
        CloseReason.ClientClosed => "closes.client-closed",
        CloseReason.ReceiveFailed => "closes.receive-failed",
        CloseReason.SendFailed => "closes.send-failed",
        CloseReason.FrameTooSmall => "closes.frame-too-small",
        CloseReason.FrameTooLarge => "closes.frame-too-large",
        CloseReason.MsgIdLengthInvalid => "closes.msg-id-length-invalid",
        CloseReason.MsgIdNotUtf8 => "closes.msg-id-not-utf8",
        CloseReason.NotAuthenticated => "closes.not-authenticated",
        CloseReason.AuthenticationTimeout => "closes.authentication-timeout",
        CloseReason.AuthenticationAttempts => "closes.authentication-attempts",
        CloseReason.AddressAuthentications => "closes.address-authentications",
        CloseReason.IdleTimeout => "closes.idle-timeout",
        CloseReason.SlowClient => "closes.slow-client",
        CloseReason.ConnectionLimit => "closes.connection-limit",
        CloseReason.Replaced => "closes.replaced",
        CloseReason.DisconnectedByGame => "closes.disconnected-by-game",
        CloseReason.LeftStage => "closes.left-stage",
        CloseReason.StageClosed => "closes.stage-closed",
        CloseReason.ServerStopping => "closes.server-stopping",
        CloseReason.AddressLimit => "closes.address-limit",
        CloseReason.HandshakeTimeout => "closes.handshake-timeout",
        CloseReason.HandshakeFailed => "closes.handshake-failed",
        CloseReason.ReceiveTooSlow => "closes.receive-too-slow",
        CloseReason.WriteStall => "closes.write-stall",
        CloseReason.RateLimit => "closes.rate-limit",
        CloseReason.MemoryLimit => "closes.memory-limit",
        CloseReason.MessageShape => "closes.message-shape",
        CloseReason.ProxyHeader => "closes.proxy-header",
        CloseReason.EngineFault => "closes.engine-fault",
        _ => throw new ArgumentOutOfRangeException(nameof(reason)),
    };
}
