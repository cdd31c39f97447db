using PlayHouse.Lab.Model.Experiments;

namespace PlayHouse.Lab.Model.Scenarios;

/// <summary>
/// How long a server may pause before an open loop skips what is due: as long as the depth of all connections lasts at the rate. A
/// shorter allowance than <see cref="SecondsMin"/> would turn ordinary pauses of a collector or a scheduler into skipped requests. Pure.
/// </summary>
public static class LoadPauseRule
{
    /// <summary>Shortest allowed pause, seconds.</summary>
    public const double SecondsMin = 0.020;

    /// <summary>Seconds for which a target may stand still before a request is skipped; null where no rate is offered.</summary>
    public static double? Seconds(LoadSpec load)
    {
        ArgumentNullException.ThrowIfNull(load);
        return load is { Mode: LoadMode.Open, RatePerSecond: { } rate } ? InFlightMax(load) / rate : null;
    }

    /// <summary>Highest rate at which the allowed pause is long enough, messages per second.</summary>
    public static double RateMax(LoadSpec load)
    {
        ArgumentNullException.ThrowIfNull(load);
        return InFlightMax(load) / SecondsMin;
    }

    private static double InFlightMax(LoadSpec load) => (double)load.Connections * load.Depth;
}
