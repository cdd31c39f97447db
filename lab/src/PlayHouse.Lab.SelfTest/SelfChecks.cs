using PlayHouse.Lab.SelfTest.Live;
using PlayHouse.Lab.SelfTest.Records;
using PlayHouse.Lab.SelfTest.Simulated;

namespace PlayHouse.Lab.SelfTest;

/// <summary>Every check, the cheap ones first.</summary>
public static class SelfChecks
{
    /// <summary>In the order in which they run.</summary>
    public static IReadOnlyList<SelfCheck> All { get; } =
    [
        new FalseVerdictCheck(), new PowerCheck(), new InteractionCheck(), new ReanalysisCheck(),
        new PlantedBytesCheck(), new PlantedCpuCheck(), new SaturationCheck(), new StallCheck(), new StarvedLoadCheck(), new DriftCheck(), new NeighbourCheck(), new TwinCheck(),
    ];
}
