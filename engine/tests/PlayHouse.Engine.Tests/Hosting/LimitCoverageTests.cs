
namespace PlayHouse.Engine.Hosting.Tests;

/// <summary>The limits that are left to this project have a test here.</summary>
public sealed class LimitCoverageTests
{
    [Fact]
    public void EveryLimitLeftToThisProject_IsNamedByATest() =>
        Assert.Equal(LimitsElsewhere.OfHosting.Order(), LimitsElsewhere.ReachedBeside(typeof(LimitCoverageTests)).Order());
}
