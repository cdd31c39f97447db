using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Store;

/// <summary>
/// Everything a store knows about one ended run, to be taken to another store. Not in it: A/A results, which are about a machine, and
/// decisions, which are about a workspace.
/// </summary>
public sealed record RunPack
{
    /// <summary>Version that this build writes: since 2 the reasons of a verdict are facts.</summary>
    public const int CurrentVersion = 2;

    /// <summary>Oldest version that this build reads.</summary>
    public const int OldestVersion = 1;

    /// <summary>Version of the form.</summary>
    public required int Version { get; init; }

    /// <summary>The run with its plan, ended.</summary>
    public required RunRecord Run { get; init; }

    /// <summary>How its blocks ended.</summary>
    public required IReadOnlyList<BlockResult> Blocks { get; init; }

    /// <summary>Its launches with histograms, in the order in which they started.</summary>
    public required IReadOnlyList<LaunchRecord> Launches { get; init; }

    /// <summary>Allocation profiles of its diagnostic launches.</summary>
    public required IReadOnlyList<AllocationProfile> Profiles { get; init; }

    /// <summary>What the runtime did in them.</summary>
    public required IReadOnlyList<RuntimeProfile> RuntimeProfiles { get; init; }

    /// <summary>Its latest verdict; null when it ended without one.</summary>
    public StoredVerdict? Verdict { get; init; }

    /// <summary>Its log.</summary>
    public required IReadOnlyList<RunEvent> Events { get; init; }

    /// <summary>Its files that go along, without content.</summary>
    public required IReadOnlyList<Artefact> Files { get; init; }
}
