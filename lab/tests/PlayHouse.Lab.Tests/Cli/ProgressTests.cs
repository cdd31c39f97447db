using PlayHouse.Lab.Cli.Progress;
using PlayHouse.Lab.Reporting.Progress;
using PlayHouse.Lab.Cli.Tests.Fakes;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Lab.Cli.Tests;

public sealed class ProgressTests
{
    [Fact]
    public async Task OnEvent_PlainStream_WritesOneLinePerPhaseLaunchAndBlock()
    {
        using CliRig rig = new();
        await using (RunProgress progress = new(rig.Context.Console, SampleReports.Plan(), TimeProvider.System))
        {
            foreach (RunEvent runEvent in SampleEvents.Run)
            {
                progress.OnEvent(runEvent);
            }

            Assert.True(progress.HasEnded);
        }

        Assert.DoesNotContain('\u001b', rig.Error);
        Assert.Equal("", rig.Out);
        GoldenText.Check("progress.txt", rig.Error);
    }

    [Fact]
    public void Lines_MiddleOfALaunch_ShowPhaseSlotsBarAndMessages()
    {
        ProgressState state = Folded(13);
        state.Apply(SampleEvents.Of(14, 28, RunEventTypes.LaunchStarted,
            new LaunchStartedData("l-9", "baseline", Model.Launches.LaunchKind.Timed, 0, 1, 1, 8, 184)));
        state.Say("something to read");
        GoldenText.Check("live.txt", string.Join('\n', LiveBlock.Lines(state, SampleReports.Time.AddSeconds(32), 80)) + "\n");
    }

    [Fact]
    public void Lines_NarrowTerminal_FitIt() =>
        Assert.All(LiveBlock.Lines(Folded(13), SampleReports.Time.AddSeconds(32), 40), line => Assert.InRange(PlainText.Columns(line), 1, 40));

    [Fact]
    public void Lines_LaunchLongerThanExpected_BarIsNeverFull()
    {
        ProgressState state = Folded(12);
        Assert.Contains("#.]", string.Join('\n', LiveBlock.Lines(state, SampleReports.Time.AddHours(1), 80)), StringComparison.Ordinal);
    }

    [Fact]
    public void Apply_UnreadableOrUnknownEvents_ChangeNothing()
    {
        ProgressState state = Folded(13);
        string before = string.Join('\n', LiveBlock.Lines(state, SampleReports.Time, 80));
        state.Apply(new RunEvent("r", 99, SampleReports.Time, RunEventTypes.LaunchStarted, "{ not json"));
        state.Apply(new RunEvent("r", 100, SampleReports.Time, "something-new", "{}"));
        state.Apply(new RunEvent("r", 101, SampleReports.Time, RunEventTypes.Phase, "null"));
        Assert.Equal(before, string.Join('\n', LiveBlock.Lines(state, SampleReports.Time, 80)));
    }

    [Fact]
    public void Apply_LaunchAfterAnEnd_MeansThatTheRunGoesOn()
    {
        ProgressState state = Folded(18);
        Assert.NotNull(state.End);
        state.Apply(SampleEvents.Run[6]);
        Assert.Null(state.End);
    }

    [Fact]
    public async Task OnEvent_LiveTerminal_DrawsABlockAndLeavesNoneBehind()
    {
        using CliRig rig = new(isLive: true);
        await using (RunProgress progress = new(rig.Context.Console, SampleReports.Plan(), TimeProvider.System))
        {
            progress.OnEvent(SampleEvents.Run[6]);
        }

        Assert.Contains("\u001b[", rig.Error, StringComparison.Ordinal);
        Assert.DoesNotMatch("\u001b\\[[34][0-9]", rig.Error);
        Assert.Equal("", rig.Out);
    }

    private static ProgressState Folded(int count)
    {
        ProgressState state = new(SampleReports.Plan());
        foreach (RunEvent runEvent in SampleEvents.Run.Take(count))
        {
            state.Apply(runEvent);
        }

        return state;
    }
}
