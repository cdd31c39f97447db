using PlayHouse.Lab.Profiling.Runtime;

namespace PlayHouse.Lab.Profiling.Tests.Runtime;

public sealed class RuntimeValidityTests
{
    private static readonly RuntimeBounds Sure = new([10, 3, 1], [10, 3, 1], 100, 110);
    private static readonly RuntimeCounters Equal = new() { PauseMs = 105, Collections = [10, 3, 1] };

    [Fact]
    public void EqualCounters_Agree() => Assert.Empty(RuntimeValidity.Contradictions(Sure, Equal));

    [Fact]
    public void CollectionAtAMark_MayBeInAnyGeneration()
    {
        RuntimeBounds unsure = Sure with { CollectionsMost = [10, 4, 1] };

        Assert.Empty(RuntimeValidity.Contradictions(unsure, Equal with { Collections = [10, 4, 1] }));
        Assert.Empty(RuntimeValidity.Contradictions(unsure, Equal with { Collections = [9, 4, 1] }));
        Assert.Single(RuntimeValidity.Contradictions(unsure, Equal with { Collections = [10, 5, 1] }));
        Assert.Single(RuntimeValidity.Contradictions(unsure, Equal with { Collections = [8, 3, 1] }));
    }

    [Theory]
    [InlineData(100 * 0.9 - 20, true)]
    [InlineData(100 * 0.9 - 20.1, false)]
    [InlineData(110 * 1.1 + 20, true)]
    [InlineData(110 * 1.1 + 20.1, false)]
    public void Pauses_BetweenTheBoundsAndTheirRoom_Agree(double pauseMs, bool agrees) =>
        Assert.Equal(agrees, RuntimeValidity.Contradictions(Sure, Equal with { PauseMs = pauseMs }).Count == 0);
}
