using Xunit.Abstractions;

namespace PlayHouse.Multiplexer.Tests.Allocations;

/// <summary>Bytes per message of every strategy and preset, counted in a child process, against what they declare.</summary>
public sealed class ExpectedAllocationsTests(ITestOutputHelper output)
{
    [Fact]
    public Task EveryStrategy_SteadyState_AllocatesWhatIsExpected() => ExpectedAllocations.AssertMeasuredAsync(
        MultiplexerCatalog.Seams.SelectMany(s => s.Strategies).Select(s => ($"{s.Seam} {s.Id}", s.Bytes))
            .Concat(MultiplexerCatalog.Presets.Select(p => ($"preset {p.Id}", p.Bytes))),
        "multiplexer", output.WriteLine, environment: ("DOTNET_gcConcurrent", "0"));
}
