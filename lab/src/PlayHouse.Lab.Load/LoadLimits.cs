using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;

namespace PlayHouse.Lab.Load;

/// <summary>Every limit of the load. What a start asks beyond them is refused with the limit's value.</summary>
internal static class LoadLimits
{
    /// <summary>Connections of one load process.</summary>
    public const int ConnectionsMax = 20_000;

    /// <summary>Outstanding requests per connection; far below the 65,535 sequence numbers, so that each is unambiguous.</summary>
    public const int DepthMax = LoadSpec.DepthMax;

    /// <summary>Payload of a request; a server takes frames of 2 MiB by default.</summary>
    public const int PayloadBytesMax = LoadSpec.PayloadBytesMax;

    /// <summary>Outstanding payload of all connections together, which is what the send buffers may grow to.</summary>
    public const long OutstandingBytesMax = 1L << 30;

    /// <summary>Open loop rate.</summary>
    public const double RatePerSecondMax = 10_000_000;

    /// <summary>Length of a warm-up or window.</summary>
    public const double SecondsMax = 86_400;

    /// <summary>Targets of one load.</summary>
    public const int TargetsMax = 64;

    /// <summary>Turns of one request.</summary>
    public const int SlicesMax = 100_000;

    /// <summary>Rate of a paced turn as a multiple of the load's.</summary>
    public const double SpeedMax = SlicePlan.SpeedMax;

    /// <summary>Length of a turn.</summary>
    public const double SliceSecondsMax = 60;

    /// <summary>Connections opened at once.</summary>
    public const int ConnectBatch = 200;

    /// <summary>Loopback connections per source address, well below its ephemeral ports.</summary>
    public const int ConnectionsPerSource = 900;

    /// <summary>Time for one batch of connections to connect and authenticate; then the connect request fails.</summary>
    public const int ConnectBatchMs = 10_000;

    /// <summary>A request without a reply for this long is lost and frees its place under the depth cap.</summary>
    public const long RequestTimeoutNs = 5_000_000_000;

    /// <summary>Drain waits this long for outstanding replies; the rest is lost.</summary>
    public const long DrainNs = 5_000_000_000;
}
