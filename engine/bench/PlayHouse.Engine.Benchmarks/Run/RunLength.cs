namespace PlayHouse.Engine.Benchmarks.Run;

/// <summary>How long each case is measured.</summary>
/// <param name="Name">Name on the command line.</param>
/// <param name="WarmUps">Iterations that do not count.</param>
/// <param name="Iterations">Iterations that count.</param>
/// <param name="IterationMs">Milliseconds of one iteration.</param>
internal sealed record RunLength(string Name, int WarmUps, int Iterations, int IterationMs)
{
    /// <summary>To see that everything runs, and differences of a factor.</summary>
    public static RunLength Short { get; } = new("short", 2, 6, 100);

    /// <summary>The default.</summary>
    public static RunLength Medium { get; } = new("medium", 5, 15, 250);

    /// <summary>For figures of record, on a machine that does nothing else.</summary>
    public static RunLength Long { get; } = new("long", 10, 40, 500);

    /// <summary>All in rising order.</summary>
    public static IReadOnlyList<RunLength> All { get; } = [Short, Medium, Long];
}
