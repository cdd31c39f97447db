using PlayHouse.Engine.Strategies;
using Xunit.Abstractions;

namespace PlayHouse.Engine.Tests.Strategies;

/// <summary>Bytes per operation of every strategy, counted in a child process, against its descriptor.</summary>
public sealed class ExpectedAllocationsTests(ITestOutputHelper output)
{
    // A collection between two operations leaves a remainder of the thread's allocation context, tens of bytes in a hundred thousand operations.
    private const double RemainderBytes = 0.001;

    // A stage loop has no operation of its own apart from the stage: what its waits cost stands with each mailbox, and the
    // engine's message tests count the bytes of both loops.
    [Fact]
    public Task EveryStrategy_SteadyState_AllocatesWhatIsExpected() => ExpectedAllocations.AssertMeasuredAsync(
        StrategyCatalog.Seams.Where(s => s.Id != "stage-loop").SelectMany(s => s.Strategies).Select(s => ($"{s.Seam} {s.Id}", s.Bytes)), "engine", output.WriteLine, RemainderBytes);
}
