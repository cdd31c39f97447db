using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Runner.Execute;
using PlayHouse.Lab.Statistics.Histograms;

namespace PlayHouse.Lab.Runner.Tests.Execute;

public sealed class LaunchHopsTests
{
    private static readonly HopRecord[] Recorded =
    [
        new("client-sent→received", 10, 20_000, 19_000, 40_000),
        new("received→enqueued", 10, 5_000, 4_000, 9_000),
    ];

    [Fact]
    public void TheRemainder_IsWhatTheOtherMeansLeaveOfTheClients()
    {
        LatencyHistogram service = new();
        for (int i = 0; i < 8; i++)
        {
            service.Record(100_000);
        }

        IReadOnlyList<HopRecord> hops = LaunchHops.Of(Recorded, Load(service));

        Assert.Equal(Recorded, hops.Take(2));
        Assert.Equal((LaunchHops.Remainder, 8, null, null), (hops[2].Name, hops[2].Count, hops[2].P50Ns, hops[2].P99Ns));
        Assert.Equal(75_000, hops[2].MeanNs, 100.0);
    }

    [Fact]
    public void WithoutTheWayToTheTarget_OrWithoutHops_ThereIsNoRemainder()
    {
        Assert.Equal(Recorded[1..], LaunchHops.Of(Recorded[1..], Load(new LatencyHistogram())));
        Assert.Empty(LaunchHops.Of([], Load(new LatencyHistogram())));
        Assert.Empty(LaunchHops.Of(null, Load(new LatencyHistogram())));
    }

    private static LoadResult Load(LatencyHistogram service) =>
        new() { Histograms = new Dictionary<string, string> { ["service"] = Convert.ToBase64String(service.ToCompressed()) } };
}
