namespace PlayHouse.Engine.Peers.Measure;

/// <summary>What to measure and for how long.</summary>
/// <param name="Cells">The loads.</param>
/// <param name="Rounds">Rounds, each arm once per round.</param>
/// <param name="WarmUp">What comes before the window.</param>
/// <param name="WindowMs">Milliseconds measured.</param>
/// <param name="Seed">Seed of the orders and of the load's arrivals.</param>
internal sealed record BenchPlan(IReadOnlyList<Cell> Cells, int Rounds, WarmUpRules WarmUp, int WindowMs, int Seed)
{
    /// <summary>The arms of a cell in the order of a round: drawn, and the same for the same seed.</summary>
    public string[] OrderOf(Cell cell, int round)
    {
        // One stream per round and cell: a cell more or less does not change the order of another.
        var random = new Random(HashOf($"{Seed}/{round}/{cell.Name}"));
        string[] order = [.. cell.Arms];
        random.Shuffle(order);
        return order;
    }

    /// <summary>The same number in every process, which a string's own hash is not.</summary>
    private static int HashOf(string text)
    {
        uint hash = 2166136261;
        foreach (char c in text)
        {
            hash = (hash ^ c) * 16777619;
        }

        return (int)hash;
    }
}

/// <summary>What a run of the plan gave.</summary>
/// <param name="Samples">All samples.</param>
/// <param name="Obstacles">Name of a cell that has no figures to the reason, as a goal's status says it.</param>
/// <param name="LatencyRate">Requests per second of the open loops; 0 when there was none.</param>
/// <param name="PilotRate">Capacity that the rate is half of.</param>
internal sealed record BenchResult(IReadOnlyList<Sample> Samples, IReadOnlyDictionary<string, string> Obstacles, double LatencyRate, double PilotRate)
{
    /// <summary>A server gave a wrong answer or none: its cell has no figures, and the run has failed.</summary>
    public bool HasFailed { get; init; }
}
