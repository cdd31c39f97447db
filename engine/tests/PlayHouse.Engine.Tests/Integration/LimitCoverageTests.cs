using System.Reflection;
using PlayHouse.Engine.Hosting;
using PlayHouse.Engine.IntegrationTests.Fixtures;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>No limit without a range, no limit and no close reason without a test.</summary>
public sealed class LimitCoverageTests
{
    /// <summary>Reached by tests of other projects, which check that; and the defect of the engine, by definition without a known input.</summary>
    private static readonly IEnumerable<string> Elsewhere = [.. LimitsElsewhere.OfMesh, .. LimitsElsewhere.OfHosting, nameof(CloseReason.EngineFault)];

    private static IEnumerable<PropertyInfo> Limits => typeof(EngineLimits).GetProperties(BindingFlags.Public | BindingFlags.Instance);

    public static TheoryData<string> LimitNames => [.. Limits.Select(p => p.Name)];

    [Theory]
    [MemberData(nameof(LimitNames))]
    public void Limit_OutOfRange_IsAnErrorThatNamesIt(string name)
    {
        PropertyInfo property = typeof(EngineLimits).GetProperty(name)!;
        object impossible = property.PropertyType switch
        {
            { IsEnum: true } type => Enum.ToObject(type, 99),
            { } type when type == typeof(TimeSpan) => TimeSpan.FromDays(400),
            { } type when type == typeof(long) => long.MaxValue,
            _ => int.MinValue,
        };
        EngineLimits limits = new();
        property.SetValue(limits, impossible);

        string message = Assert.Throws<ArgumentException>(() => new PlayServer(GameServer.Options(new GameLog(), limits))).Message;

        Assert.Contains($"Limit {name} is ", message, StringComparison.Ordinal);
    }

    [Fact]
    public void Defaults_AreWithinTheirRanges() => Assert.Empty(GameServer.Options(new GameLog()).Validate());

    [Fact]
    public void EveryLimitAndCloseReason_IsNamedByATest()
    {
        IReadOnlySet<string> reached = LimitsElsewhere.ReachedBeside(typeof(LimitCoverageTests));
        List<string> all = [.. Limits.Select(p => p.Name), .. Enum.GetNames<CloseReason>().Where(n => n != nameof(CloseReason.None))];

        Assert.Equal([], all.Except(reached).Except(Elsewhere));
        Assert.Equal([], reached.Except(all));
        Assert.Equal([], Elsewhere.Intersect(reached));
    }
}
