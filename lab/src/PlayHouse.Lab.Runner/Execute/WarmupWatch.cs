using PlayHouse.Lab.Control;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>What was seen between the load's start and the first mark.</summary>
/// <param name="FirstThousandMs">Milliseconds to the thousandth message; null when it did not come in time.</param>
/// <param name="Seconds">Seconds of a watched warm-up; empty otherwise.</param>
internal sealed record WatchedWarmup(double? FirstThousandMs, IReadOnlyList<WarmupSecond> Seconds);

/// <summary>
/// Lets a load warm its target up: for a fixed time, or watched second by second until the target is steady. Samples are taken before
/// the first mark only, so that no window contains one, and in every launch of both arms alike.
/// </summary>
internal static class WarmupWatch
{
    private const double FirstMessages = 1_000;

    // A sample is code, too: asked for so often that its own methods are compiled before those of the load are counted.
    private const int SamplesBefore = 64;

    private static readonly TimeSpan SampleDeadline = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan FirstPeriod = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan FirstDeadline = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan SecondPeriod = TimeSpan.FromSeconds(1);

    public static async Task<WatchedWarmup> RunAsync(LaunchRequest request, ControlProcess target, ControlProcess load, CancellationToken ct)
    {
        for (int i = 0; i < SamplesBefore && request.WatchSecondsMax is not null; i++)
        {
            await SampleAsync(target, ct);
        }

        TargetSample first = await SampleAsync(target, ct);
        Task<ControlLine> warm = load.RequestAsync(ControlTypes.Warm, new SecondsBody(request.WarmupSeconds), LaunchExecutor.Within(request.WarmupSeconds), ct);
        double? firstThousandMs;
        try
        {
            firstThousandMs = await FirstThousandAsync(target, first, request.WarmupSeconds, ct);
        }
        finally
        {
            await warm;
        }

        IReadOnlyList<WarmupSecond> seconds = request.WatchSecondsMax is { } most ? await SecondsAsync(request.Load, target, first, most, ct) : [];
        return new WatchedWarmup(firstThousandMs, seconds);
    }

    private static async Task<double?> FirstThousandAsync(ControlProcess target, TargetSample first, double warmupSeconds, CancellationToken ct)
    {
        double limit = Math.Min(warmupSeconds, FirstDeadline.TotalSeconds) * 1e9;
        using var timer = new PeriodicTimer(FirstPeriod);
        while (await timer.WaitForNextTickAsync(ct))
        {
            TargetSample now = await SampleAsync(target, ct);
            if (now.Messages - first.Messages >= FirstMessages)
            {
                return (now.Nanoseconds - first.Nanoseconds) / 1e6;
            }

            if (now.Nanoseconds - first.Nanoseconds > limit)
            {
                return null;
            }
        }

        return null;
    }

    /// <summary>The load continues to send after its warm-up was answered; each second is one sample.</summary>
    private static async Task<IReadOnlyList<WarmupSecond>> SecondsAsync(
        LoadSpec load, ControlProcess target, TargetSample first, double secondsMax, CancellationToken ct)
    {
        var seconds = new List<WarmupSecond>();
        TargetSample before = await SampleAsync(target, ct);
        seconds.Add(WarmupSecond.Between(first, first, before));
        using var timer = new PeriodicTimer(SecondPeriod);
        bool IsLast() => seconds[^1].EndSeconds >= secondsMax || SteadyTarget.Of(seconds, Offered(load)) is not null;
        while (!IsLast() && await timer.WaitForNextTickAsync(ct))
        {
            TargetSample now = await SampleAsync(target, ct);
            seconds.Add(WarmupSecond.Between(first, before, now));
            before = now;
        }

        return seconds;
    }

    private static double? Offered(LoadSpec load) => load.Mode == LoadMode.Open ? load.RatePerSecond : null;

    private static async Task<TargetSample> SampleAsync(ControlProcess target, CancellationToken ct) =>
        (await target.RequestAsync<SampledBody>(ControlTypes.Sample, null, SampleDeadline, ct)).Sample;
}
