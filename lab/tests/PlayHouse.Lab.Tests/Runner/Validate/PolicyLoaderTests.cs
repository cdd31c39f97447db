using System.Text;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Runner.Validate;

namespace PlayHouse.Lab.Runner.Tests.Validate;

public sealed class PolicyLoaderTests
{
    internal const string Good = """
        version: 1
        metrics:
          - { id: bytes-per-message, role: primary, scale: difference, deltaRel: 0.02, deltaAbs: 4, unit: B }
          - { id: achieved-rate, role: guard, direction: higher, floor: 1, aggregation: sum }

        """;

    [Fact]
    public void Load_EveryKey_ReachesTheRecord()
    {
        Policy policy = Parse(Good).Required();

        Assert.Equal(
            [
                new MetricPolicy { Id = "bytes-per-message", Role = MetricRole.Primary, Scale = MetricScale.Difference, DeltaRel = 0.02, DeltaAbs = 4, Unit = "B" },
                new MetricPolicy { Id = "achieved-rate", Role = MetricRole.Guard, Direction = MetricDirection.Higher, Floor = 1, Aggregation = "sum" },
            ],
            policy.Metrics);
    }

    [Theory]
    [InlineData("bytes-per-message", "bytes-per-mesage", "3:11: metrics[0].id does not know 'bytes-per-mesage'; did you mean 'bytes-per-message'?")]
    [InlineData("role: guard", "role: gard", "metrics[1].role does not know 'gard'; did you mean 'guard'?")]
    [InlineData("role: guard, ", "", "4:5: metrics[1] lacks the key 'role'")]
    [InlineData("achieved-rate", "bytes-per-message", "4:11: the metric 'bytes-per-message' stands here a second time")]
    [InlineData("role: primary", "role: explore", "no metric has the role primary")]
    [InlineData("role: primary", "role: primary, primaryFor: [mailboxx]", "metrics[0].primaryFor[0] does not know 'mailboxx'; did you mean 'mailbox'?")]
    [InlineData("role: primary", "role: primary, optional: perhaps", "metrics[0].optional")]
    [InlineData("deltaRel: 0.02", "deltaRel: 2%", "metrics[0].deltaRel takes a number from 0 to 10")]
    [InlineData("deltaRel: 0.02", "deltaRel: -0.02", "metrics[0].deltaRel is -0.02")]
    [InlineData("deltaRel: 0.02", "delta: 0.02", "metrics[0] has no key 'delta'")]
    [InlineData("metrics:", "metrics: []\nx:", "metrics has 0 items, it takes 1 to 64")]
    public void Load_OneMistake_IsReportedWithPlaceAndRemedy(string good, string bad, string expected)
    {
        LoadedFile<Policy> file = Parse(Good.Replace(good, bad, StringComparison.Ordinal));

        Assert.Null(file.Value);
        Assert.Contains(file.Problems, p => p.ToString().Contains(expected, StringComparison.Ordinal));
    }

    [Fact]
    public void Load_File_KeepsTheBytesItRead()
    {
        string path = Path.GetTempFileName();
        try
        {
            File.WriteAllText(path, Good);
            Assert.Equal(Encoding.UTF8.GetBytes(Good), PolicyLoader.Load(path).Bytes.ToArray());
        }
        finally
        {
            File.Delete(path);
        }
    }

    private static LoadedFile<Policy> Parse(string text) => PolicyLoader.Parse("p.yaml", Encoding.UTF8.GetBytes(text));
}
