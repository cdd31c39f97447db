namespace PlayHouse.Lab.Model.Experiments;

/// <summary>How requests arrive.</summary>
public enum LoadMode
{
    /// <summary>Requests are due at fixed times, whatever the server does; latency counts from the due time.</summary>
    Open,

    /// <summary>A reply releases the next request; finds capacity, hides queueing.</summary>
    Closed,
}

/// <summary>Spacing of an open loop's due times.</summary>
public enum Arrivals
{
    /// <summary>Equal gaps, phases of the connections drawn uniformly.</summary>
    Constant,

    /// <summary>Exponential gaps.</summary>
    Poisson,
}

/// <summary>The load of an experiment.</summary>
public sealed record LoadSpec
{
    /// <summary>Largest <see cref="Depth"/> the load generator serves.</summary>
    public const int DepthMax = 10_000;

    /// <summary>Largest <see cref="PayloadBytes"/> the load generator serves.</summary>
    public const int PayloadBytesMax = 1024 * 1024;

    /// <summary>Smallest <see cref="PayloadBytes"/> with <see cref="Hops"/>: index, connection and the time of sending.</summary>
    public const int HopPayloadBytesMin = 20;

    /// <summary>Open for verdicts, closed for capacity.</summary>
    public LoadMode Mode { get; init; } = LoadMode.Open;

    /// <summary>Spacing in open loop; ignored in closed loop.</summary>
    public Arrivals Arrivals { get; init; } = Arrivals.Constant;

    /// <summary>
    /// Messages of the scenario per second over all connections; null means <c>auto</c>: known to the scenario, or found by pilots and
    /// stored in the plan.
    /// </summary>
    public double? RatePerSecond { get; init; }

    /// <summary>TCP connections, each with an actor of its own.</summary>
    public int Connections { get; init; } = 100;

    /// <summary>Outstanding messages per connection, in a room for all: the cap in open loop, the constant number in closed loop.</summary>
    public int Depth { get; init; } = 1;

    /// <summary>Bytes of payload per request.</summary>
    public int PayloadBytes { get; init; } = 64;

    /// <summary>Records where the time of messages goes; every timing of the run carries its cost.</summary>
    public bool Hops { get; init; }
}
