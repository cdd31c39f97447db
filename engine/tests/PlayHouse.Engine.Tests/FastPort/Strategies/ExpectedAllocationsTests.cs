using PlayHouse.FastPort.Strategies;
using Xunit.Abstractions;

namespace PlayHouse.FastPort.Tests.Strategies;

/// <summary>Bytes per operation of every strategy, counted in a child process, against its descriptor.</summary>
public sealed class ExpectedAllocationsTests(ITestOutputHelper output)
{
    [Fact]
    public Task EveryStrategy_SteadyState_AllocatesWhatIsExpected() => ExpectedAllocations.AssertMeasuredAsync(
        FastPortCatalog.Seams.SelectMany(s => s.Strategies).Select(s => ($"{s.Seam} {s.Id}", s.Bytes)), "fastport", output.WriteLine);
}
