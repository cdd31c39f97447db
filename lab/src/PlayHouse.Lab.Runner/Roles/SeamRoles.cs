using PlayHouse.Lab.Profiling.Roles;

namespace PlayHouse.Lab.Runner.Roles;

/// <summary>
/// Which types are the strategies of which seam, for all subjects of the lab: a folder of strategies is a namespace, and each of
/// its types plays the role of the seam. Checked against the catalogues and against what servers say they are built of.
/// </summary>
public static class SeamRoles
{
    private const string Engine = "PlayHouse.Engine.Strategies";
    private const string Multiplexer = "PlayHouse.Multiplexer.Strategies";

    /// <summary>One role per seam, in catalogue order.</summary>
    public static IReadOnlyList<RoleRule> Rules { get; } =
    [
        new("message-pool", $"{Engine}.MessagePool.*"),
        new("reply-codec", $"{Engine}.ReplyCodec.*"),
        new("header-codec", $"{Engine}.HeaderCodec.*"),
        new("header-parse", $"{Engine}.HeaderParse.*"),
        new("scheduler", $"{Engine}.Scheduler.*"),
        new("mailbox", $"{Engine}.Mailbox.*"),
        new("mailbox", "PlayHouse.FastPort.Mailbox.*"),
        new("hand-over", $"{Engine}.HandOver.*"),
        new("stage-loop", $"{Engine}.StageLoop.*"),
        new("route-object", $"{Engine}.RouteObject.*"),
        new("dispatch-result", $"{Engine}.DispatchResult.*"),
        new("peer-id", $"{Engine}.PeerId.*"),
        new("message-id", $"{Engine}.MessageIds.*"),
        new("buffer-pool", $"{Engine}.BufferPools.*"),
        new("session", $"{Engine}.Sessions.*"),
        new("send-pump", $"{Engine}.SendPumps.*"),
        new("wake-up", $"{Engine}.WakeUp.*"),
        new("wake-up", "PlayHouse.FastPort.WakeUps.*"),
        new("lock", $"{Engine}.Locks.*"),
        new("receive-buffer", $"{Engine}.ReceiveBuffers.*"),
        new("receive-buffer", "PlayHouse.FastPort.Buffers.*"),
        new("request-table", $"{Engine}.RequestTable.*"),
        new("mesh-frame", $"{Engine}.MeshFrame.*"),
        new("mux-chunk", $"{Multiplexer}.MuxChunk.*"),
        new("mux-header", $"{Multiplexer}.MuxHeader.*"),
        new("mux-emit", $"{Multiplexer}.MuxEmit.*"),
        new("mux-receive", $"{Multiplexer}.MuxReceive.*"),
    ];

    /// <summary>The map of a lab without rules of its own.</summary>
    public static RoleMap Map { get; } = new(Rules, []);
}
