using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Runner.Execute;
using PlayHouse.Lab.Runner.Plan;
using PlayHouse.Lab.Runner.Tests.Analyse;

namespace PlayHouse.Lab.Runner.Tests.Execute;

public sealed class SteadyPilotsTests
{
    [Fact]
    public void Warmup_TheSlowerArm_GivesTheSecondsOfBoth()
    {
        (double seconds, string note) = Find(Pilot(restsAt: 2), Pilot(restsAt: 6));

        Assert.Equal(8, seconds);
        Assert.Contains("baseline steady after 4.0 s", note, StringComparison.Ordinal);
        Assert.Contains("candidate steady after 8.0 s", note, StringComparison.Ordinal);
    }

    private const string SpinLimit = "DOTNET_ThreadPool_UnfairSemaphoreSpinLimit";

    [Fact]
    public void Warmup_ACompilerThatNeverRests_GivesTheLongestAndSaysWhichArm()
    {
        (double seconds, string note) = Find(Pilot(restsAt: 2), Pilot(restsAt: 99));

        Assert.Equal(PlanEstimate.WarmupSecondsMax, seconds);
        Assert.Contains("candidate: the compiler did not rest within 60 s", note, StringComparison.Ordinal);
    }

    [Fact]
    public void ForTracedTarget_SaysWhatItChanges_InVariablesThatTheFingerprintHolds()
    {
        var environment = new EnvironmentSpec { Compilation = CompilationMode.Runtime };
        Dictionary<string, string?> timed = RuntimeEnvironment.ForTarget(environment);
        Dictionary<string, string?> traced = RuntimeEnvironment.ForTracedTarget(environment);

        Assert.Equal(["DOTNET_JitNoInline", "DOTNET_TieredCompilation"], traced.Where(v => timed.GetValueOrDefault(v.Key) != v.Value).Select(v => v.Key).Order());
        Assert.Equal(("0", "0"), (RuntimeEnvironment.ForTarget(environment with { Compilation = CompilationMode.AtOnce })["DOTNET_TieredCompilation"], RuntimeEnvironment.ForTarget(environment with { Compilation = CompilationMode.AtOnce })["DOTNET_ReadyToRun"]));
    }

    [Fact]
    public void ForTarget_IdleThreads_SleepAtOnceUnlessTheExperimentHasThemSpin()
    {
        Assert.Equal("0", RuntimeEnvironment.ForTarget(EnvironmentSpec.Usual)[SpinLimit]);
        Dictionary<string, string?> own = RuntimeEnvironment.ForTarget(EnvironmentSpec.Usual with { PoolSpin = true });
        Assert.True(own.TryGetValue(SpinLimit, out string? value) && value is null, "a variable of the user's shell is removed");
    }

    private static (double Seconds, string Note) Find(LaunchRecord baseline, LaunchRecord candidate) => SteadyPilots.Warmup(
        RunFixture.Plan(), new Dictionary<string, LaunchRecord> { [ArmNames.Baseline] = baseline, [ArmNames.Candidate] = candidate }, 1_000);

    private static LaunchRecord Pilot(int restsAt) => new()
    {
        Id = "l-1",
        RunId = "r-1",
        Arm = "baseline",
        Kind = LaunchKind.Pilot,
        StartedAt = DateTimeOffset.UnixEpoch,
        Warmup = [.. Enumerable.Range(1, 60).Select(s => new WarmupSecond(s, s < restsAt ? 50 : 0, 0, 30, 1_000))],
    };
}
