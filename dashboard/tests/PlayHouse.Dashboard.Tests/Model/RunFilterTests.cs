using PlayHouse.Dashboard.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Dashboard.Tests.Model;

public sealed class RunFilterTests
{
    private static readonly RunReport[] Runs =
    [
        SampleReports.Report(SampleReports.Keep()),
        SampleReports.Report(SampleReports.Verdict(VerdictKind.NoEffect)),
        SampleReports.Report(null, state: RunState.Failed),
    ];

    [Theory]
    [InlineData(null, null, null, null, 3)]
    [InlineData("failed", null, null, null, 1)]
    [InlineData("completed", null, null, null, 2)]
    [InlineData("completed", "noEffect", null, null, 1)]
    [InlineData(null, "KEEP", null, null, 1)]
    [InlineData(null, null, "001-reply-codec", null, 3)]
    [InlineData(null, null, "002-other", null, 0)]
    [InlineData(null, null, null, "SPAN", 0)]
    [InlineData(null, null, null, "tobytearray", 3)]
    [InlineData("failed", "keep", null, null, 0)]
    [InlineData("<script>", "no such word", null, null, 3)]
    [InlineData("1", null, null, null, 3)]
    public void Words_OfAnAddress_ChooseRuns(string? state, string? verdict, string? experiment, string? text, int count) =>
        Assert.Equal(count, RunFilter.Of(state, verdict, experiment, text).Apply(Runs).Count);

    [Fact]
    public void Text_LongerThanAField_IsLeftOut() => Assert.True(RunFilter.Of(null, null, null, new string('x', 100_000)).IsAll);

    [Fact]
    public void Words_OfEveryState_AreReadBack() =>
        Assert.All(Enum.GetValues<RunState>(), s => Assert.Equal(s, RunFilter.Of(RunFilter.Word(s), null, null, null).State));
}
