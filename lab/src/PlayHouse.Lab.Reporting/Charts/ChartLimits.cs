namespace PlayHouse.Lab.Reporting.Charts;

/// <summary>Limits of a chart. Past one of them a chart is refused with the limit's name, or a text is cut and marked.</summary>
public static class ChartLimits
{
    /// <summary>Most points of all series together; <see cref="Downsample"/> brings a long series below it.</summary>
    public const int PointsMax = 5_000;

    /// <summary>Most series: more than these no reader tells apart.</summary>
    public const int SeriesMax = 40;

    /// <summary>Most categories of an axis.</summary>
    public const int CategoriesMax = 200;

    /// <summary>Most reference lines and regions.</summary>
    public const int ReferencesMax = 300;

    /// <summary>Most characters of a label, a note or a title; the rest is cut.</summary>
    public const int TextMax = 400;

    /// <summary>Most launch ids a chart keeps in its provenance.</summary>
    public const int LaunchIdsMax = 500;

    /// <summary>Largest absolute value that can be drawn; no measurement comes near it, and differences must not overflow.</summary>
    public const double MagnitudeMax = 1e150;
}
