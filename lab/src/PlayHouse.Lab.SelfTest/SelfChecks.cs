using PlayHouse.Lab.SelfTest.Live;
using PlayHouse.Lab.SelfTest.Records;
using PlayHouse.Lab.SelfTest.Simulated;

namespace PlayHouse.Lab.SelfTest;

/// <summary>Every check, the cheap ones first.</summary>
public static class SelfChecks
{
    private const string Processes = "lab/tests/PlayHouse.Lab.ProcessTests";

    /// <summary>In the order in which they run.</summary>
    public static IReadOnlyList<SelfCheck> All { get; } =
    [
        new FalseVerdictCheck(), new LooksCheck(), new PowerCheck(), new InteractionCheck(), new ReanalysisCheck(),
        new PlantedBytesCheck(), new SaturationCheck(), new StallCheck(), new DriftCheck(), new NeighbourCheck(), new TwinCheck(),
        new LiveTestsCheck("simulations", "Whole runs over simulated and recorded noise claim what they should and nothing else, at the size that the error rates need.", 2, "lab/tests/PlayHouse.Lab.Tests") { Filter = "FullyQualifiedName~Simulation|FullyQualifiedName~StepDetectorTests|FullyQualifiedName~Chain_|FullyQualifiedName~RecordedPairs_" },
        new LiveTestsCheck("traces", "Captures made now attribute what a program with known allocations allocates, within the intervals that they state.", 2, "lab/tests/PlayHouse.Lab.Tests") { Filter = "FullyQualifiedName~Profiling.Tests.TruthTests|FullyQualifiedName~Profiling.Tests.Trace|FullyQualifiedName~NettraceOracle" },
        new LiveTestsCheck("readers", "The lab's reader of traces and the trace library's read the same samples of a minute at a gigabyte a second; what each takes is printed.", 3, "lab/tests/PlayHouse.Lab.Tests"),
        new LiveTestsCheck("pprof", "Go's pprof reads an export with its arms, types and bytes.", 0.2, "lab/tests/PlayHouse.Lab.Tests"),
        new LiveTestsCheck("screens", "A screen finds two planted toggles that depend on each other, and an interrupted one continues with its next block.", 4, Processes),
        new LiveTestsCheck("load", "At real rates the load counts and times what a server does to it, and what the machine does to the load.", 5, Processes),
        new LiveTestsCheck("pairs", "Pairs of equal arms differ by noise alone, and a microsecond planted into each message is found at its size.", 8, Processes),
        new LiveTestsCheck("deployed", "A microsecond planted into each message is shown by messages per second where the runtime is as deployed.", 16, Processes),
        new LiveTestsCheck("planted-sizes", "0.2, 0.5 and 1.0 microseconds planted into each message lie in the intervals of nine runs in ten, each.", 55, Processes),
        new LiveTestsCheck("capacity", "A search finds no more than a server with a planted service time can answer.", 1, Processes),
        new LiveTestsCheck("matrix", "A matrix of real launches counts the bytes of each strategy, and a pool that keeps nothing is not proved.", 1, Processes),
        new LiveTestsCheck("interruptions", "Targets, loads and runners that are killed lose a launch, never a run; a candidate that dies is rolled back.", 3, Processes),
        new LiveTestsCheck("scenarios", "In a launch of every scenario the load's books balance, agree with the target's, and execute every seam that the catalogue names.", 2, Processes),
        new LiveTestsCheck("pages", "The pages lead from a strategy to a result with real runs, and every page is accessible in both colours at every width.", 6, "dashboard/tests/PlayHouse.Dashboard.Tests"),
        new LiveTestsCheck("notebooks", "A cell that crashes or stops its process is named, and the next notebook runs.", 1, Processes),
        new LiveTestsCheck("jupyter", "Jupyter executes the shipped notebooks, its page executes, restarts and saves one, and the pages that the lab exports of them load nothing and are accessible.", 4, Processes),
        new LiveTestsCheck("packages", "The engine builds against the package Net.Zmq in place of the lab's own binding, by the surface that its documentation names.", 0.5, Processes),
        new LiveTestsCheck("mesh", "Servers that die, freeze or have a double fail their pending requests by name, and 100,000 requests with time-outs leave nothing behind.", 1, "engine/tests/PlayHouse.Engine.Tests"),
    ];
}
