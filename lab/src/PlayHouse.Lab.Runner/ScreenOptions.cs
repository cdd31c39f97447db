using PlayHouse.Lab.Model.Screens;

namespace PlayHouse.Lab.Runner;

/// <summary>One toggle of a command line.</summary>
/// <param name="Seam">Seam id.</param>
/// <param name="Low">Strategy of the first level; null for what the base uses.</param>
/// <param name="High">Strategy of the second level.</param>
public sealed record ScreenToggle(string Seam, string? Low, string High);

/// <summary>What a screen measures. Either <see cref="Path"/>, or <see cref="Scenario"/> with <see cref="Toggles"/>.</summary>
public sealed record ScreenOptions
{
    /// <summary>Most rounds of an ablation.</summary>
    public const int RoundsMax = 32;

    /// <summary>Fewest seconds of turns and of warm-up.</summary>
    public const double SecondsMin = 0.5;

    /// <summary>Most seconds of turns and of warm-up.</summary>
    public const double SecondsMax = 600;

    /// <summary>Seconds of turns and of warm-up without an own wish.</summary>
    public const double SecondsDefault = 3;

    /// <summary>Experiment whose arms differ in what is screened; null for toggles of the command line.</summary>
    public string? Path { get; init; }

    /// <summary>Scenario id, without a path.</summary>
    public string? Scenario { get; init; }

    /// <summary>Toggles, without a path.</summary>
    public IReadOnlyList<ScreenToggle> Toggles { get; init; } = [];

    /// <summary>Preset that everything else has, without a path.</summary>
    public string Base { get; init; } = "default";

    /// <summary>The factors, each a seam or several joined by a plus sign; empty for every seam that is toggled and executed.</summary>
    public IReadOnlyList<string> Factors { get; init; } = [];

    /// <summary>What is launched.</summary>
    public IReadOnlyList<ScreenStage> Stages { get; init; } = [ScreenStage.Screen, ScreenStage.Ablate];

    /// <summary>Replicates of the factorial design; null for enough to estimate the error well.</summary>
    public int? Replicates { get; init; }

    /// <summary>Rounds of the ablation.</summary>
    public int Rounds { get; init; } = 4;

    /// <summary>Seconds of turns that warm up each combination.</summary>
    public double WarmupSeconds { get; init; } = SecondsDefault;

    /// <summary>Seconds of turns of each combination that count, half of them saturated.</summary>
    public double WindowSeconds { get; init; } = SecondsDefault;

    /// <summary>Offered messages per second; null keeps the file's, or lets pilots find it.</summary>
    public double? RatePerSecond { get; init; }

    /// <summary>Connections; null keeps the file's or the default.</summary>
    public int? Connections { get; init; }

    /// <summary>Seed of every random draw; null draws one.</summary>
    public ulong? Seed { get; init; }

    /// <summary>Planted effects: a positive control of the method. Empty in every honest screen.</summary>
    public IReadOnlyList<PlantedTerm> Planted { get; init; } = [];
}
