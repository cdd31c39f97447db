namespace PlayHouse.Lab.Model.Experiments;

/// <summary>One experiment file, version 1, as it was written: nothing is resolved yet.</summary>
public sealed record ExperimentSpec
{
    /// <summary>Version of the file format. Only 1 is known.</summary>
    public int Version { get; init; } = 1;

    /// <summary>Folder-like identity, <c>NNN-slug</c>.</summary>
    public required string Id { get; init; }

    /// <summary>The question in one sentence, as a reader would ask it.</summary>
    public required string Question { get; init; }

    /// <summary>Published claims this experiment settles; may be empty.</summary>
    public IReadOnlyList<string> Claims { get; init; } = [];

    /// <summary>
    /// The primary metric that is tested first and alone, the others after it in the policy's order; null where all of them share the risk by
    /// Holm's rule.
    /// </summary>
    public string? Primary { get; init; }

    /// <summary>Scenario id, see <see cref="Scenarios.ScenarioCatalog"/>.</summary>
    public required string Scenario { get; init; }

    /// <summary>What is sent, how fast and over how many connections.</summary>
    public LoadSpec Load { get; init; } = new();

    /// <summary>The two arms under their names, <see cref="ArmNames.Baseline"/> and <see cref="ArmNames.Candidate"/>.</summary>
    public required IReadOnlyDictionary<string, ArmSpec> Arms { get; init; }

    /// <summary>How many launches, in which order, for how long.</summary>
    public DesignSpec Design { get; init; } = new();

    /// <summary>Runtime settings, the same for both arms.</summary>
    public EnvironmentSpec Environment { get; init; } = new();

    /// <summary>Policy file, relative to the experiments folder.</summary>
    public string Policy { get; init; } = "policies/default.yaml";
}

/// <summary>Names of arms as they stand in files, in the store and on every output.</summary>
public static class ArmNames
{
    /// <summary>The arm a change is measured against.</summary>
    public const string Baseline = "baseline";

    /// <summary>The arm that carries the change.</summary>
    public const string Candidate = "candidate";

    /// <summary>The pseudo-arm of an A/A run: the baseline under another label.</summary>
    public const string Twin = "baseline~twin";
}

/// <summary>One arm: a preset and the seams it sets on top.</summary>
public sealed record ArmSpec
{
    /// <summary>Preset id; <c>default</c> is the shipped default of every seam.</summary>
    public string Preset { get; init; } = "default";

    /// <summary>Seam id to the strategy that this arm uses there.</summary>
    public IReadOnlyDictionary<string, StrategySetting> Set { get; init; } = new Dictionary<string, StrategySetting>();

    /// <summary>A planted effect that checks the method itself; null in every honest experiment.</summary>
    public InjectSpec? Inject { get; init; }
}

/// <summary>A strategy and its knob values; a knob not named has its default.</summary>
/// <param name="Use">Strategy id.</param>
/// <param name="Knobs">Knob name to value, in the unit of the knob's descriptor.</param>
public sealed record StrategySetting(string Use, IReadOnlyDictionary<string, double> Knobs)
{
    /// <summary>A strategy with every knob at its default.</summary>
    public static StrategySetting Of(string use) => new(use, new Dictionary<string, double>());
}

/// <summary>Effects planted in the target's handler: positive controls. Printed as INJECTED on every output.</summary>
public sealed record InjectSpec
{
    /// <summary>Bytes allocated per message on top of what the engine allocates.</summary>
    public int BytesPerMessage { get; init; }

    /// <summary>Microseconds of spinning per message.</summary>
    public double SpinMicroseconds { get; init; }

    /// <summary>Share of requests answered with an error, 0 … 1.</summary>
    public double ErrorRate { get; init; }

    /// <summary>Milliseconds for which the handler blocks once per second; 0 for never.</summary>
    public int StallMs { get; init; }
}
