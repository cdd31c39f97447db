using Xunit.Abstractions;

namespace PlayHouse.Multiplexer.Tests.Allocations;

/// <summary>Bytes per message of every strategy and preset, counted in a child process, against the committed expectation.</summary>
public sealed class ExpectedAllocationsTests(ITestOutputHelper output)
{
    private const string ExpectationFile = "expected-allocations.multiplexer.json";

    [Fact]
    public Task EveryStrategy_SteadyState_AllocatesWhatIsExpected() =>
        ExpectedAllocations.AssertMeasuredAsync(ExpectationFile, "multiplexer", output.WriteLine, environment: ("DOTNET_gcConcurrent", "0"));

    [Fact]
    public Task ExpectationFile_Entries_AreThoseOfTheCatalogue() => ExpectedAllocations.AssertStrategiesAsync(
        ExpectationFile, MultiplexerCatalog.Seams.SelectMany(s => s.Strategies).Select(s => $"{s.Seam} {s.Id}").Concat(MultiplexerCatalog.Presets.Select(p => $"preset {p.Id}")));
}
