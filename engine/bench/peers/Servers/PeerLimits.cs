namespace PlayHouse.Engine.Peers.Servers;

/// <summary>Limits of the engine as it is measured.</summary>
internal static class PeerLimits
{
    /// <summary>No message comes near: what is measured is the watching, not the reaction.</summary>
    private const int PerSecond = 1_000_000_000;

    private const int Gibibyte = 1 << 30;
    private static readonly TimeSpan Day = TimeSpan.FromDays(1);

    /// <summary>The defaults, for clients that all come from one address, some of which stay silent.</summary>
    public static EngineLimits Plain { get; } = EngineLimits.Default with
    {
        ConnectionsPerAddressMax = EngineLimits.Default.ConnectionsMax,
        IdleTimeout = Day,
    };

    /// <summary>Every limit is watched: the defaults, and the four rates that are off by default.</summary>
    public static EngineLimits Strict { get; } = Plain with
    {
        IdleTimeout = EngineLimits.Default.IdleTimeout,
        MessagesPerSecondMax = PerSecond,
        BytesPerSecondMax = PerSecond,
        MessagesPerSecondPerAddressMax = PerSecond,
        BytesPerSecondPerAddressMax = PerSecond,
    };

    /// <summary>What can be switched off is off, what cannot is at its largest.</summary>
    public static EngineLimits Loose { get; } = Plain with
    {
        AuthenticationTimeout = Day,
        HandshakeTimeout = Day,
        WriteStallTimeout = Day,
        HandlerHangTimeout = Day,
        MinimumReceiveRate = 0,
        SendQueueBytesMax = Gibibyte,
        MailboxMessagesMax = 1_000_000,
        MailboxOverloadMessages = 1_000_000,
        MailboxBytesMax = Gibibyte,
        MessageIdsMax = 1_000_000,
        StagesMax = 10_000_000,
        ActorsPerStageMax = 1_000_000,
    };
}
