using PlayHouse.Lab.Control;
using PlayHouse.Lab.Model.Launches;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>
/// Lets a load warm its target up and sees when the thousandth message came. Samples are taken before the first mark only, so that no
/// window contains one, and in every launch of both arms alike.
/// </summary>
internal static class WarmupWatch
{
    private const double FirstMessages = 1_000;

    private static readonly TimeSpan SampleDeadline = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan Period = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(2);

    /// <summary>Milliseconds from the load's start to the thousandth message; null when it did not come in time.</summary>
    public static async Task<double?> RunAsync(double seconds, ControlProcess target, ControlProcess load, CancellationToken ct)
    {
        TargetSample first = await SampleAsync(target, ct);
        Task<ControlLine> warm = load.RequestAsync(ControlTypes.Warm, new SecondsBody(seconds), LaunchExecutor.Within(seconds), ct);
        try
        {
            return await FirstThousandAsync(target, first, seconds, ct);
        }
        finally
        {
            await warm;
        }
    }

    private static async Task<double?> FirstThousandAsync(ControlProcess target, TargetSample first, double seconds, CancellationToken ct)
    {
        double limit = Math.Min(seconds, Deadline.TotalSeconds) * 1e9;
        using var timer = new PeriodicTimer(Period);
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

    private static async Task<TargetSample> SampleAsync(ControlProcess target, CancellationToken ct) =>
        (await target.RequestAsync<SampledBody>(ControlTypes.Sample, null, SampleDeadline, ct)).Sample;
}
