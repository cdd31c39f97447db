using PlayHouse.Engine.Peers.Measure;

namespace PlayHouse.Engine.Peers.Report;

/// <summary>Which side of its limits a goal wants to be on.</summary>
internal enum Wish
{
    /// <summary>Smaller is better.</summary>
    AtMost,

    /// <summary>Larger is better.</summary>
    AtLeast,

    /// <summary>Only told.</summary>
    None,
}

/// <summary>One goal: a figure of an arm, as a ratio to another arm's in the same round where there is one.</summary>
/// <param name="Id">Name in the design, for example P1b.</param>
/// <param name="Server">Whose figure.</param>
/// <param name="Against">The other arm; null for the figure itself.</param>
/// <param name="Cell">The load; null when this program cannot measure it.</param>
/// <param name="Metric">Id of the figure.</param>
/// <param name="Wish">Direction.</param>
/// <param name="Must">What is acceptable.</param>
/// <param name="Target">What is aimed at.</param>
internal sealed record Goal(string Id, string Server, string? Against, Cell? Cell, string Metric, Wish Wish, double Must, double Target)
{
    /// <summary>A goal whose figure is only told.</summary>
    public static Goal Told(string id, string server, string against, Cell cell, string metric, string note) =>
        new(id, server, against, cell, metric, Wish.None, double.NaN, double.NaN) { Note = note };

    /// <summary>What a figure that is only told is for.</summary>
    public string Note { get; init; } = "";

    /// <summary>Why there may be no figure although the arms have run, or never is; empty for a goal that always has one.</summary>
    public string Missing { get; init; } = "";

    /// <summary>The load in words where there is no cell.</summary>
    public string Load { get; init; } = "";
}
