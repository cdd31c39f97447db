using PlayHouse.Lab.Model.Experiments;

namespace PlayHouse.Lab.Model.Matrix;

/// <summary>One strategy of one seam, measured where a scenario executes it.</summary>
public sealed record MatrixRow
{
    /// <summary>Seam.</summary>
    public required string Seam { get; init; }

    /// <summary>Strategy.</summary>
    public required string Strategy { get; init; }

    /// <summary>Scenario that was driven.</summary>
    public required string Scenario { get; init; }

    /// <summary>Other seams that had to be set for the seam to be executed, the same in the default next to it.</summary>
    public required IReadOnlyDictionary<string, string> Beside { get; init; }

    /// <summary>True for the default of the seam.</summary>
    public required bool IsDefault { get; init; }

    /// <summary>Fewest hits per message that prove that the strategy ran.</summary>
    public required double MinHitsPerMessage { get; init; }

    /// <summary>False when a launch ran the strategy's code less often than the proof asks, or did not say.</summary>
    public bool IsProved => Samples.All(s => s.HitsPerMessage >= MinHitsPerMessage);

    /// <summary>One entry for each launch that completed, in the order of the rounds.</summary>
    public required IReadOnlyList<MatrixSample> Samples { get; init; }

    /// <summary>What failed, one sentence for each launch that did not complete.</summary>
    public required IReadOnlyList<string> Failures { get; init; }
}

/// <summary>One launch.</summary>
/// <param name="BytesPerMessage">Managed bytes allocated per message, exact.</param>
/// <param name="CpuUsPerMessage">Processor time of the target per message, microseconds.</param>
/// <param name="WritesPerMessage">Socket writes per message.</param>
/// <param name="ReadsPerMessage">Socket reads per message.</param>
/// <param name="HitsPerMessage">Messages that passed through the strategy's code, per message; NaN in a twin, which stands for no seam.</param>
/// <param name="Messages">Messages in the window.</param>
public sealed record MatrixSample(
    double BytesPerMessage, double CpuUsPerMessage, double WritesPerMessage, double ReadsPerMessage, double HitsPerMessage, double Messages);

/// <summary>The default against itself in one scenario: two arms that are the same program, drawn and launched like any two.</summary>
/// <param name="Scenario">Scenario.</param>
/// <param name="Beside">Other seams that were set.</param>
/// <param name="First">Launches of the first arm.</param>
/// <param name="Second">Launches of its twin.</param>
public sealed record MatrixTwin(
    string Scenario, IReadOnlyDictionary<string, string> Beside, IReadOnlyList<MatrixSample> First, IReadOnlyList<MatrixSample> Second);

/// <summary>Every strategy of the chosen seams, and the default against itself. No verdict: two strategies are compared by an experiment.</summary>
public sealed record MatrixResult
{
    /// <summary>Rows in the order of the catalogue.</summary>
    public required IReadOnlyList<MatrixRow> Rows { get; init; }

    /// <summary>One for each scenario with the other seams that were set.</summary>
    public required IReadOnlyList<MatrixTwin> Twins { get; init; }

    /// <summary>Load of all launches.</summary>
    public required LoadSpec Load { get; init; }

    /// <summary>Rounds asked for.</summary>
    public required int Rounds { get; init; }

    /// <summary>Seconds of load before the window.</summary>
    public required double WarmupSeconds { get; init; }

    /// <summary>Seconds of the window.</summary>
    public required double WindowSeconds { get; init; }

    /// <summary>Seed of the orders and loads.</summary>
    public required ulong Seed { get; init; }

    /// <summary>False when it was interrupted: some launches are missing.</summary>
    public required bool IsComplete { get; init; }
}
