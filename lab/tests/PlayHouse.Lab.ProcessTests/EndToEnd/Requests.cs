using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Runner.Execute;
using PlayHouse.Lab.Runner.Validate;

namespace PlayHouse.Lab.EndToEnd.Tests;

/// <summary>Launches that a test asks for without a run around them.</summary>
internal static class Requests
{
    /// <summary>A short timed launch of the preset <c>default</c>.</summary>
    public static LaunchRequest Of(string scenario, string arm, InjectSpec? inject = null)
    {
        EngineCatalog catalog = EngineCatalog.Of(scenario);
        return new LaunchRequest
        {
            LaunchId = $"l-{arm}",
            RunId = "r-test",
            Arm = new ResolvedArm { Name = arm, Strategies = ArmResolution.Resolve(ArmResolution.Select(new ArmSpec(), catalog)!, catalog), Inject = inject },
            Kind = LaunchKind.Timed,
            Scenario = scenario,
            Load = new LoadSpec(),
            Environment = new EnvironmentSpec(),
            Layout = CpuLayout.Shared,
            WarmupSeconds = 0.5,
            WindowSeconds = 0.5,
            LoadSeed = 3,
        };
    }
}
