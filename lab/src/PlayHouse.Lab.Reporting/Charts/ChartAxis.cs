namespace PlayHouse.Lab.Reporting.Charts;

/// <summary>How positions are laid out along an axis.</summary>
public enum AxisScale
{
    /// <summary>Equal distances are equal differences.</summary>
    Linear,

    /// <summary>Equal distances are equal factors; every value is above 0.</summary>
    Log,

    /// <summary>Unix seconds, marks at round times.</summary>
    Time,

    /// <summary>Named places 0, 1, 2 …</summary>
    Category,
}

/// <summary>One axis. Immutable.</summary>
public sealed record ChartAxis
{
    /// <summary>What runs along it.</summary>
    public required string Label { get; init; }

    /// <summary>Unit for people; empty for none.</summary>
    public string Unit { get; init; } = "";

    /// <summary>Layout.</summary>
    public AxisScale Scale { get; init; }

    /// <summary>How its numbers become text.</summary>
    public ChartFormat Format { get; init; }

    /// <summary>Smallest value drawn; null takes it from the data. What lies outside is drawn at the edge with an arrow.</summary>
    public double? Min { get; init; }

    /// <summary>Largest value drawn; null takes it from the data.</summary>
    public double? Max { get; init; }

    /// <summary>Names of the places of a category axis, the first at the top or at the left.</summary>
    public IReadOnlyList<string> Categories { get; init; } = [];

    /// <summary>True when the end of a category's name tells more than its beginning: then a long one loses its beginning.</summary>
    public bool KeepsLabelEnds { get; init; }

    /// <summary>Columns kept for the labels of its marks, so that charts under each other share their left edge; 0 for what they need.</summary>
    public int LabelColumnsMin { get; init; }

    /// <summary>Label with unit.</summary>
    public string Title => Unit.Length == 0 ? Label : $"{Label} ({Unit})";

    /// <summary>A position in words: the category or the number.</summary>
    internal string Place(double at) => Scale == AxisScale.Category
        ? Categories[Math.Clamp((int)Math.Round(at), 0, Categories.Count - 1)]
        : ChartNumbers.Text(at, Format);
}
