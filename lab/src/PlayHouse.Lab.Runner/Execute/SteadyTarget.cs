using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Statistics.Blocks;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>When a target had warmed up.</summary>
/// <param name="Seconds">Seconds of load after which it had.</param>
/// <param name="Missing">What never held for long enough while the compiler rested; null when everything did.</param>
internal sealed record WarmTarget(double Seconds, string? Missing);

/// <summary>
/// Tells from the seconds of a warm-up when the target had become steady. The compiler must rest, whatever the machine does; CPU time
/// and rate must hold as well, but a machine that keeps both from it for long is only named: waiting longer would not mend it. Pure.
/// </summary>
internal static class SteadyTarget
{
    /// <summary>Seconds in a row in which everything must hold.</summary>
    public const int SecondsInARow = 3;

    /// <summary>Methods compiled per second from which on the compiler is not at rest.</summary>
    public const double MethodsPerSecondMax = 2;

    /// <summary>Largest change of the CPU time per message from one second to the next, relative, on a machine without noise.</summary>
    public const double CpuChangeMax = 0.03;

    /// <summary>On a noisy machine: the largest change as a multiple of the median change between seconds at rest.</summary>
    public const double CpuNoiseFactor = 2;

    /// <summary>Largest distance of the rate from what is offered, relative.</summary>
    public const double RateDistanceMax = 0.02;

    /// <summary>Seconds in a row with the compiler at rest after which nothing else is waited for.</summary>
    public const int PatienceSeconds = 10;

    /// <summary>The state after these seconds; null while the target still warms up.</summary>
    /// <param name="seconds">Seconds in their order.</param>
    /// <param name="offered">Messages per second that the load offers; null in closed loop, where there is no such rate.</param>
    public static WarmTarget? Of(IReadOnlyList<WarmupSecond> seconds, double? offered)
    {
        double cpuChangeMax = Math.Max(CpuChangeMax, CpuNoiseFactor * NoiseAtRest(seconds));
        int rested = 0, steady = 0;
        for (int i = 1; i < seconds.Count; i++)
        {
            bool isAtRest = IsAtRest(seconds[i]);
            rested = isAtRest ? rested + 1 : 0;
            steady = isAtRest && HasRate(seconds[i], offered) && CpuChange(seconds[i - 1], seconds[i]) <= cpuChangeMax ? steady + 1 : 0;
            if (steady == SecondsInARow)
            {
                return new WarmTarget(seconds[i].EndSeconds, null);
            }

            if (rested == PatienceSeconds)
            {
                string missing = HasRate(seconds[i], offered) ? "CPU time per message was not steady" : "the target did not complete what was offered";
                return new WarmTarget(seconds[i - PatienceSeconds + SecondsInARow].EndSeconds, missing);
            }
        }

        return null;
    }

    private static bool IsAtRest(WarmupSecond second) => second.MethodsPerSecond < MethodsPerSecondMax;

    private static bool HasRate(WarmupSecond second, double? offered) =>
        offered is not { } rate || Math.Abs((second.MessagesPerSecond / rate) - 1) <= RateDistanceMax;

    /// <summary>Infinite where a second has no message.</summary>
    private static double CpuChange(WarmupSecond before, WarmupSecond second) =>
        before.CpuUsPerMessage is > 0 and { } was && second.CpuUsPerMessage is { } now ? Math.Abs((now / was) - 1) : double.PositiveInfinity;

    private static double NoiseAtRest(IReadOnlyList<WarmupSecond> seconds)
    {
        double[] changes =
        [
            .. Enumerable.Range(1, Math.Max(0, seconds.Count - 1))
                .Where(i => IsAtRest(seconds[i]) && IsAtRest(seconds[i - 1]))
                .Select(i => CpuChange(seconds[i - 1], seconds[i]))
                .Where(double.IsFinite),
        ];
        return changes.Length < SecondsInARow ? 0 : Resolution.Median(changes);
    }
}
