using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Statistics.Randomness;
using PlayHouse.Lab.Statistics.Verdicts;

namespace PlayHouse.Lab.Statistics.Tests.Verdicts;

public sealed class VerdictTableTests
{
    private static readonly MetricFacts BigGain = new(MetricClass.ImprovedPractical, true, true, true);
    private static readonly MetricFacts UnconfirmedGain = new(MetricClass.ImprovedPractical, true, false, true);
    private static readonly MetricFacts GainOutOfOrder = new(MetricClass.ImprovedPractical, true, false, true, IsShown: true);
    private static readonly MetricFacts LargeGain = new(MetricClass.Improved, true, true, true);
    private static readonly MetricFacts SmallGain = new(MetricClass.Improved, false, true, true);
    private static readonly MetricFacts Equal = new(MetricClass.Equivalent, false, false, true);
    private static readonly MetricFacts Unknown = new(MetricClass.Inconclusive, false, false, false);
    private static readonly MetricFacts UnknownButSafe = new(MetricClass.Inconclusive, false, false, true);
    private static readonly MetricFacts Worse = new(MetricClass.Worse, false, false, false);
    private static readonly MetricFacts MuchWorse = new(MetricClass.WorsePractical, true, false, false);
    private static readonly MetricFacts ShownWorse = new(MetricClass.Worse, true, false, false, IsLossConfirmed: true);
    private static readonly MetricFacts ClearlyWorseByLittle = new(MetricClass.Worse, false, false, false, IsLossConfirmed: true);
    private static readonly MetricFacts WorseByALot = new(MetricClass.Worse, true, false, false);

    public static TheoryData<string, VerdictKind, VerdictFacts> Rows() => new()
    {
        { "hard-failure", VerdictKind.Rollback, Facts([BigGain], [Equal]) with { HasHardFailure = true, IsProofMissing = true } },
        { "unfit", VerdictKind.Unfit, Facts([BigGain], [Equal]) with { IsLoadLimited = true } },
        { "unfit", VerdictKind.Unfit, Facts([MuchWorse], [Equal]) with { HasAaAlarm = true } },
        { "unfit", VerdictKind.Unfit, Facts([BigGain], []) with { IsProofMissing = true } },
        { "unfit", VerdictKind.Unfit, Facts([BigGain], []) with { IsMixed = true, IsBetweenLooks = true } },
        { "between-looks", VerdictKind.Inconclusive, Facts([BigGain], []) with { IsBetweenLooks = true } },
        { "worse-without-gain", VerdictKind.Rollback, Facts([MuchWorse], []) },
        { "worse-without-gain", VerdictKind.Rollback, Facts([Equal], [MuchWorse]) },
        { "worse-without-gain", VerdictKind.Rollback, Facts([Equal, MuchWorse], [Unknown]) },
        { "worse-without-gain", VerdictKind.Rollback, Facts([WorseByALot, MuchWorse], [Equal]) },
        { "loss-beside-open-primary", VerdictKind.Inconclusive, Facts([MuchWorse, Unknown], [Equal]) },
        { "loss-beside-open-primary", VerdictKind.Inconclusive, Facts([UnknownButSafe], [MuchWorse]) },
        { "loss-beside-open-primary", VerdictKind.Inconclusive, Facts([MuchWorse, UnconfirmedGain], [Equal]) },
        { "gain-with-cost", VerdictKind.TradeOff, Facts([BigGain], [MuchWorse]) },
        { "gain-with-cost", VerdictKind.TradeOff, Facts([BigGain, MuchWorse], [Equal]) },
        { "gain-with-cost", VerdictKind.TradeOff, Facts([BigGain, Worse], [Equal]) },
        { "gain-with-cost", VerdictKind.TradeOff, Facts([BigGain, Worse], [Unknown]) },
        { "gain-with-cost", VerdictKind.TradeOff, Facts([BigGain], [Equal, ShownWorse]) },
        { "gain-with-cost", VerdictKind.TradeOff, Facts([SmallGain], [ShownWorse]) },
        { "gain-with-cost", VerdictKind.TradeOff, Facts([BigGain, Unknown], [ShownWorse]) },
        { "gain-with-cost", VerdictKind.TradeOff, Facts([MuchWorse, SmallGain], []) },
        { "gain-with-cost", VerdictKind.TradeOff, Facts([MuchWorse, GainOutOfOrder], [Equal]) },
        { "gain-with-cost", VerdictKind.TradeOff, Facts([GainOutOfOrder], [MuchWorse]) },
        { "undecided", VerdictKind.Inconclusive, Facts([Equal, GainOutOfOrder], [Equal]) },
        { "gain", VerdictKind.Keep, Facts([BigGain], []) },
        { "gain", VerdictKind.Keep, Facts([LargeGain, UnknownButSafe], [Equal, UnknownButSafe]) },
        { "gain", VerdictKind.Keep, Facts([UnconfirmedGain, BigGain], [Equal]) },
        { "gain-beside-open-primary", VerdictKind.Inconclusive, Facts([LargeGain, Unknown], [Equal]) },
        { "gain-beside-open-primary", VerdictKind.Inconclusive, Facts([Unknown, UnknownButSafe, BigGain], [Unknown]) },
        { "suspected-guard", VerdictKind.Inconclusive, Facts([Equal, Equal], [Equal, WorseByALot]) },
        { "suspected-guard", VerdictKind.Inconclusive, Facts([Equal, Worse], [ShownWorse]) },
        { "equivalent", VerdictKind.NoEffect, Facts([Equal, Equal], [Worse]) },
        { "not-worth-it", VerdictKind.NoEffect, Facts([Equal, Worse], [Equal]) },
        { "undecided", VerdictKind.Inconclusive, Facts([Equal, WorseByALot], [Equal]) },
        { "undecided", VerdictKind.Inconclusive, Facts([SmallGain], []) },
        { "gain-beside-open-guard", VerdictKind.Inconclusive, Facts([BigGain], [Unknown]) },
        { "gain-beside-open-guard", VerdictKind.Inconclusive, Facts([BigGain], [Worse]) },
        { "gain-beside-open-guard", VerdictKind.Inconclusive, Facts([BigGain], [WorseByALot, Equal]) },
        { "gain-beside-open-guard", VerdictKind.Inconclusive, Facts([BigGain, Equal], [ClearlyWorseByLittle]) },
        { "undecided", VerdictKind.Inconclusive, Facts([SmallGain], [WorseByALot]) },
        { "undecided", VerdictKind.Inconclusive, Facts([Worse, Unknown], [Equal]) },
        { "undecided", VerdictKind.Inconclusive, Facts([Worse, UnconfirmedGain], [Equal]) },
        { "undecided", VerdictKind.Inconclusive, Facts([UnconfirmedGain], []) },
        { "undecided", VerdictKind.Inconclusive, Facts([Unknown], [Equal]) },
        { "undecided", VerdictKind.Inconclusive, Facts([], [Equal]) },
    };

    [Theory]
    [MemberData(nameof(Rows))]
    public void Judge_RowOfTheTable_FirstMatchWins(string id, VerdictKind kind, VerdictFacts facts)
    {
        VerdictRule rule = VerdictRules.Shipped.Judge(facts);

        Assert.Equal(id, rule.Id);
        Assert.Equal(kind, rule.Verdict);
    }

    [Fact]
    public void Rows_CoverEveryRowOfTheShippedTable() =>
        Assert.Equal(
            VerdictRules.Shipped.Verdicts.Select(r => r.Id).Order(),
            Rows().Select(r => (string)r[0]).Distinct().Order());

    /// <summary>What earns a KEEP never stands in its own way.</summary>
    [Fact]
    public void Classify_AnyImprovement_ExcludesAWorseningOfTheThreshold()
    {
        var random = new SeededRandom(20_321);
        int improved = 0;
        for (int i = 0; i < 10_000; i++)
        {
            double lower = random.NextNormal(), delta = Math.Max(0, random.NextNormal());
            if (VerdictRules.Shipped.Classify(lower, lower + Math.Abs(random.NextNormal()), delta).Class is MetricClass.Improved or MetricClass.ImprovedPractical)
            {
                improved++;
                Assert.True(lower > -delta);
            }
        }

        Assert.InRange(improved, 2_000, 6_000);
    }

    [Theory]
    [InlineData(-9, -3, MetricClass.WorsePractical)]
    [InlineData(3, 9, MetricClass.ImprovedPractical)]
    [InlineData(-1, 1, MetricClass.Equivalent)]
    [InlineData(0.5, 1.5, MetricClass.Equivalent)]
    [InlineData(-1.5, -0.5, MetricClass.Equivalent)]
    [InlineData(-9, -1, MetricClass.Worse)]
    [InlineData(1, 9, MetricClass.Improved)]
    [InlineData(-9, 9, MetricClass.Inconclusive)]
    [InlineData(-1, 9, MetricClass.Inconclusive)]
    [InlineData(-9, 1, MetricClass.Inconclusive)]
    [InlineData(-9, -2, MetricClass.Worse)]
    [InlineData(2, 9, MetricClass.Improved)]
    [InlineData(-2, 2, MetricClass.Inconclusive)]
    [InlineData(0, 9, MetricClass.Inconclusive)]
    [InlineData(0, 0, MetricClass.Equivalent)]
    [InlineData(double.NegativeInfinity, double.PositiveInfinity, MetricClass.Inconclusive)]
    public void Classify_IntervalAgainstTwo_FollowsTheTable(double lower, double upper, MetricClass expected) =>
        Assert.Equal(expected, VerdictRules.Shipped.Classify(lower, upper, 2).Class);

    [Fact]
    public void Classify_NoThreshold_ZeroIsNotAClaim() =>
        Assert.Equal(MetricClass.Inconclusive, VerdictRules.Shipped.Classify(0, 0, 0).Class);

    [Fact]
    public void WordsOf_EveryClass_IsNotEmpty() =>
        Assert.All(Enum.GetValues<MetricClass>(), c => Assert.NotEmpty(VerdictRules.Shipped.WordsOf(c)));

    [Theory]
    [InlineData("not json", "not readable")]
    [InlineData("""{"version":2,"classes":[],"verdicts":[]}""", "Version 2")]
    [InlineData("""{"version":1,"classes":[],"verdicts":[]}""", "last row")]
    [InlineData("""{"version":1,"classes":[],"verdicts":[],"more":1}""", "not readable")]
    [InlineData("""{"version":1,"classes":[{"class":"worse","when":[],"words":"w"}],"verdicts":[{"id":"x","verdict":"keep","when":[],"words":"w"}]}""", "Every class")]
    public void Parse_BrokenFile_SaysWhatIsWrong(string json, string expected)
    {
        var error = Assert.Throws<InvalidDataException>(() => VerdictRules.Parse(json));
        Assert.Contains(expected, error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("lower > delta", "lower >= delta")]
    [InlineData("lower > delta", "middle > delta")]
    [InlineData("lower > delta", "lower > gamma")]
    [InlineData("lower > delta", "lower")]
    [InlineData("hard-failure\"", "hard-luck\"")]
    [InlineData("not primary-improved", "nor primary-improved")]
    public void Parse_UnknownCondition_Refused(string known, string unknown)
    {
        using var reader = new StreamReader(typeof(VerdictRules).Assembly.GetManifestResourceStream("verdict-rules.json")!);
        string json = reader.ReadToEnd();
        int at = json.LastIndexOf(known, StringComparison.Ordinal);
        string broken = json[..at] + unknown + json[(at + known.Length)..];

        Assert.Throws<InvalidDataException>(() => VerdictRules.Parse(broken));
    }

    private static VerdictFacts Facts(MetricFacts[] primaries, MetricFacts[] guards) => new() { Primaries = primaries, Guards = guards };
}
