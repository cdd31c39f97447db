using PlayHouse.Lab.Model.Experiments;

namespace PlayHouse.Lab.Model.Scenarios;

/// <summary>What the words of a load mean in one scenario, and which values make no sense there.</summary>
public sealed record ScenarioLoad
{
    /// <summary>What one message of <see cref="LoadSpec.RatePerSecond"/> is.</summary>
    public string Rate { get; init; } = "requests per second over all connections";

    /// <summary>What <see cref="LoadSpec.Depth"/> bounds.</summary>
    public string Depth { get; init; } = "requests without a reply, per connection";

    /// <summary>What a connection is.</summary>
    public string Connections { get; init; } = "clients, each alone in a stage";

    /// <summary>What <see cref="LoadSpec.PayloadBytes"/> is the size of.</summary>
    public string Payload { get; init; } = "of request and reply";

    /// <summary>Largest depth.</summary>
    public int DepthMax { get; init; } = LoadSpec.DepthMax;

    /// <summary>Most connections × depth.</summary>
    public long InProgressMax { get; init; } = long.MaxValue;

    /// <summary>False where no reply releases a next message, so that a closed loop has no meaning.</summary>
    public bool HasClosedLoop { get; init; } = true;

    /// <summary>Messages per second of each connection that the rate <c>auto</c> stands for; null where pilots find it.</summary>
    public double? RatePerConnection { get; init; }

    /// <summary>True when the scenario makes its messages itself: <see cref="RatePerConnection"/> is a fact, another rate a mistake.</summary>
    public bool IsRateFixed { get; init; }

    /// <summary>The scenario with which the load shows what it reaches itself, against an echo that does nothing.</summary>
    public string CeilingScenario { get; init; } = ScenarioCatalog.Echo;

    /// <summary>The rate that <c>auto</c> stands for before any pilot; null where pilots find it.</summary>
    public double? KnownRate(LoadSpec load) => RatePerConnection * load.Connections;
}
