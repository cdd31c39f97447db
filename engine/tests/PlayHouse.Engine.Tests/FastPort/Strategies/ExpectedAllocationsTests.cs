using PlayHouse.FastPort.Strategies;
using Xunit.Abstractions;

namespace PlayHouse.FastPort.Tests.Strategies;

/// <summary>Bytes per operation of every strategy, counted in a child process, against the committed expectation.</summary>
public sealed class ExpectedAllocationsTests(ITestOutputHelper output)
{
    private const string ExpectationFile = "expected-allocations.fastport.json";

    [Fact]
    public Task EveryStrategy_SteadyState_AllocatesWhatIsExpected() => ExpectedAllocations.AssertMeasuredAsync(ExpectationFile, "fastport", output.WriteLine);

    [Fact]
    public Task ExpectationFile_Strategies_AreThoseOfTheCatalogue() => ExpectedAllocations.AssertStrategiesAsync(
        ExpectationFile, FastPortCatalog.Seams.SelectMany(s => s.Strategies).Select(s => $"{s.Seam} {s.Id}"));
}
