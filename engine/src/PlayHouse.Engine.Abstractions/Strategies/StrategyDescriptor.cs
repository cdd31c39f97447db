namespace PlayHouse.Engine.Strategies;

/// <summary>What evidence says about a strategy so far.</summary>
public enum StrategyStatus
{
    /// <summary>Open: no recorded decision.</summary>
    Candidate,

    /// <summary>A decision keeps it.</summary>
    Kept,

    /// <summary>A decision rolled it back; it stays runnable.</summary>
    RolledBack,

    /// <summary>Reproduces a known defect on purpose; never a default, excluded from safety suites.</summary>
    HistoricalDefect,
}

/// <summary>A number that tunes a strategy.</summary>
/// <param name="Name">camelCase name, as in experiment files.</param>
/// <param name="Unit">Unit for people, for example <c>items</c>.</param>
/// <param name="Min">Smallest legal value.</param>
/// <param name="Max">Largest legal value.</param>
/// <param name="Default">Value when not named; a strategy may derive it from the machine, see its README.</param>
/// <param name="Summary">What the knob does, one line.</param>
public sealed record KnobDescriptor(string Name, string Unit, double Min, double Max, double Default, string Summary);

/// <summary>What one operation allocates in steady state.</summary>
/// <param name="Operation">What is done once.</param>
/// <param name="PerOperation">Managed bytes.</param>
/// <param name="Tolerance">How far a measurement may be away; 0 is exact.</param>
public sealed record ExpectedBytes(string Operation, double PerOperation, double Tolerance);

/// <summary>One way to build one place of the engine. The only description of a strategy: command line, docs and tests read it.</summary>
public sealed record StrategyDescriptor
{
    /// <summary>Kebab-case id of the seam.</summary>
    public required string Seam { get; init; }

    /// <summary>Kebab-case id, unique in the seam.</summary>
    public required string Id { get; init; }

    /// <summary>The code: what a server is built of, open where it is generic.</summary>
    public required Type Type { get; init; }

    /// <summary>What it is, one line.</summary>
    public required string Summary { get; init; }

    /// <summary>Where the idea comes from.</summary>
    public required string Source { get; init; }

    /// <summary>
    /// The one operating system it runs on, as <see cref="OperatingSystem.IsOSPlatform"/> names it; null for every one. A selection that
    /// names it elsewhere is refused.
    /// </summary>
    public string? Needs { get; init; }

    /// <summary>True for exactly one strategy of a seam.</summary>
    public bool IsDefault { get; init; }

    /// <summary>Evidence so far.</summary>
    public StrategyStatus Status { get; init; } = StrategyStatus.Candidate;

    /// <summary>Knobs in display order.</summary>
    public IReadOnlyList<KnobDescriptor> Knobs { get; init; } = [];

    /// <summary>Name of the seam's counter: messages that passed through the seam, whichever strategy is built in.</summary>
    public string Counter => $"seam.{Seam}";

    /// <summary>Fewest of them per completed message that count as proof.</summary>
    public double MinHitsPerMessage { get; init; } = 0.9;

    /// <summary>What this strategy's own code counts; at least one of them proves that it ran.</summary>
    public required IReadOnlyList<StrategyCounter> Counters { get; init; }

    /// <summary>
    /// What its operations allocate once it is warm. An operation that is not here allocates nothing; a test counts every one.
    /// </summary>
    public required IReadOnlyList<ExpectedBytes> Bytes { get; init; }
}

/// <summary>A place of the engine that can be built in more than one way.</summary>
/// <param name="Id">Kebab-case id.</param>
/// <param name="Where">Where on the message path, one line.</param>
/// <param name="Question">The question its experiments answer.</param>
/// <param name="Strategies">Strategies in display order, exactly one default.</param>
public sealed record SeamDescriptor(string Id, string Where, string Question, IReadOnlyList<StrategyDescriptor> Strategies)
{
    /// <summary>The strategy in use when none is chosen.</summary>
    public StrategyDescriptor Default => Strategies.Single(s => s.IsDefault);

    /// <summary>The strategy with this id, or null.</summary>
    public StrategyDescriptor? Find(string id) => Strategies.FirstOrDefault(s => s.Id == id);
}
