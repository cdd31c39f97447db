namespace PlayHouse.Engine.Peers.Measure;

/// <summary>What one arm did in one round.</summary>
/// <param name="Cell">The load.</param>
/// <param name="Arm">Id of the arm.</param>
/// <param name="Round">Number of the round, from 0.</param>
/// <param name="Figures">Metric id to value; a metric that was not measured is missing.</param>
internal sealed record Sample(Cell Cell, string Arm, int Round, IReadOnlyDictionary<string, double> Figures)
{
    /// <summary>Named reasons why the client, not the server, may have limited the sample; empty is good.</summary>
    public IReadOnlyList<string> Marks { get; init; } = [];

    /// <summary>What a reader must know to read the figures; empty for nothing.</summary>
    public string Note { get; init; } = "";

    /// <summary>How the warm-up went.</summary>
    public WarmUpOutcome WarmUp { get; init; }

    /// <summary>A figure, or not a number.</summary>
    public double Of(string metric) => Figures.GetValueOrDefault(metric, double.NaN);
}
