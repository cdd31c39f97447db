using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Runner.Execute;

namespace PlayHouse.Lab.Runner.Tests.Execute;

/// <summary>Made readings of a machine: what counts as a disturbance, and what is reported where it cannot be seen.</summary>
public sealed class MachineNoiseRuleTests
{
    private const int Own = 10;
    private const int Other = 20;

    private static readonly HashSet<int> OwnPids = [Own];

    [Fact]
    public void Summarise_QuietMachine_ReportsNothing()
    {
        MachineNoise noise = Noise(Readings(10));

        Assert.Equal((0, 0, 0, 0), (noise.StealShare, noise.ForeignCpuCores!.Value, noise.DisturbedWindowsShare, noise.ForeignWindowsShare!.Value));
        Assert.Equal(0, noise.ClockJumpMs!.Value, 6);
    }

    [Fact]
    public void Summarise_OthersTakeAFifthOfACoreInThreeOfTenSeconds_SaysSo()
    {
        MachineNoise noise = Noise(Readings(10, foreignTicks: s => s < 3 ? 20 : 0));

        Assert.Equal(0.3, noise.ForeignWindowsShare!.Value, 9);
        Assert.Equal(0.3, noise.DisturbedWindowsShare, 9);
        Assert.Equal(0.06, noise.ForeignCpuCores!.Value, 9);
    }

    [Fact]
    public void Summarise_StolenTime_Disturbs() =>
        Assert.Equal(0.5, Noise(Readings(10, stealTicks: s => s % 2 == 0 ? 8 : 0)).DisturbedWindowsShare, 9);

    /// <summary>All of it is one of our processes, softirq included where the kernel charges it to the process it interrupted.</summary>
    [Fact]
    public void Summarise_OwnProcessesTakeEverything_DisturbsNothing()
    {
        MachineNoise noise = Noise(Readings(10, ownTicks: _ => 200, pressure: _ => 0.9));

        Assert.Equal((0, 0), (noise.DisturbedWindowsShare, noise.ForeignCpuCores!.Value));
    }

    [Fact]
    public void Summarise_TasksThatWait_IsShownAndDisturbsNothing()
    {
        MachineNoise noise = Noise(Readings(10, foreignTicks: s => s < 3 ? 10 : 0, pressure: _ => 0.5));

        Assert.Equal((0.5, 0), (noise.PressureSome!.Value, noise.DisturbedWindowsShare));
    }

    [Fact]
    public void Summarise_ClockSetForwardOnce_IsMeasuredAndDisturbsItsSecond()
    {
        MachineNoise noise = Noise(Readings(5, wallAheadMs: s => s >= 2 ? 1_500 : 0));

        Assert.Equal(1_500, noise.ClockJumpMs!.Value, 6);
        Assert.Equal(0.2, noise.DisturbedWindowsShare, 9);
        Assert.Equal(0, Noise(Readings(5, wallAheadMs: s => s * 0.5)).DisturbedWindowsShare);
    }

    [Fact]
    public void Summarise_OthersCannotBeSeen_IsNullAndNever0()
    {
        MachineNoise noise = MachineNoiseRule.Summarise(Readings(5, foreignTicks: _ => 100), OwnPids, seesOthers: false)!;

        Assert.Null(noise.ForeignCpuCores);
        Assert.Null(noise.ForeignWindowsShare);
        Assert.Equal(0, noise.DisturbedWindowsShare);
    }

    [Fact]
    public void Ticks_ChildrenThatEndedAndIdsUsedAgain_CountWhatWasUsedInBetween()
    {
        Dictionary<int, ProcessTimes> before = new()
        {
            [1] = new(0, 100, 500, false), [30] = new(7, 40, 0, false), [31] = new(8, 90, 0, false), [Own] = new(1, 10, 0, false), [99] = new(0, 5, 0, true),
        };
        Dictionary<int, ProcessTimes> after = new()
        {
            // Process 30 used 15 more before it ended, another that no reading met used 6, and id 31 is a new process.
            [1] = new(0, 101, 500 + 55 + 6 + 90, false), [31] = new(50, 4, 0, false), [Own] = new(1, 999, 0, false), [99] = new(0, 80, 0, true),
        };

        Assert.Equal(1 + 15 + 6 + 4, ForeignCpu.Ticks(before, after, OwnPids));
    }

    [Fact]
    public void Parse_NameWithSpacesAndBrackets_ReadsTheFieldsAfterIt()
    {
        ProcessTimes times = ProcessTimes.Parse("42 (a) b) (c) S 1 42 42 0 -1 4194560 100 0 0 0 11 22 33 44 20 0 1 0 5555 0 0"u8)!.Value;

        Assert.Equal(new ProcessTimes(5555, 33, 77, false), times);
        Assert.True(ProcessTimes.Parse("9 (ksoftirqd/0) S 2 0 0 0 -1 69238848 0 0 0 0 0 7 0 0 20 0 1 0 3 0 0"u8)!.Value.IsKernelThread);
        Assert.Null(ProcessTimes.Parse("no line at all"u8));
    }

    private static MachineNoise Noise(IReadOnlyList<MachineSample> samples) => MachineNoiseRule.Summarise(samples, OwnPids, seesOthers: true)!;

    /// <summary>One reading before the first second and one after each; the functions give what a second adds.</summary>
    private static List<MachineSample> Readings(
        int seconds, Func<int, double>? foreignTicks = null, Func<int, double>? stealTicks = null, Func<int, double>? ownTicks = null,
        Func<int, double>? pressure = null, Func<int, double>? wallAheadMs = null)
    {
        List<MachineSample> samples = [];
        double foreign = 0, steal = 0, own = 0, waited = 0;
        for (int s = 0; s <= seconds; s++)
        {
            samples.Add(new MachineSample(s, wallAheadMs?.Invoke(s) ?? 0, 200 * s, steal, waited, new Dictionary<int, ProcessTimes>
            {
                [Own] = new(1, (long)own, 0, false), [Other] = new(2, (long)foreign, 0, false), [2] = new(0, 300 * s, 0, true),
            }));
            foreign += foreignTicks?.Invoke(s) ?? 0;
            steal += stealTicks?.Invoke(s) ?? 0;
            own += ownTicks?.Invoke(s) ?? 0;
            waited += pressure?.Invoke(s) ?? 0;
        }

        return samples;
    }
}
