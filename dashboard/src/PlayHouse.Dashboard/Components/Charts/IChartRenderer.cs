using Microsoft.AspNetCore.Components;
using PlayHouse.Lab.Reporting.Charts;

namespace PlayHouse.Dashboard.Components.Charts;

/// <summary>One way to draw charts on a page. Stateless, any thread.</summary>
internal interface IChartRenderer
{
    /// <summary>Component that draws: takes <c>Spec</c> and <c>Picture</c>, a <see cref="ChartPicture"/> it reports to.</summary>
    Type Component { get; }

    /// <summary>True when the picture carries title, question, notes and origin itself; otherwise the page writes them.</summary>
    bool HasWords { get; }

    /// <summary>True when this build of the dashboard has what it needs.</summary>
    bool IsThere(ResourceAssetCollection assets);

    /// <summary>True for a chart whose marks it knows.</summary>
    bool Draws(ChartSpec spec) => true;
}

/// <summary>The picture in C#: always there, the same as in exports.</summary>
internal sealed class SvgRenderer : IChartRenderer
{
    /// <inheritdoc/>
    public Type Component => typeof(SvgPicture);

    /// <inheritdoc/>
    public bool HasWords => true;

    /// <inheritdoc/>
    public bool IsThere(ResourceAssetCollection assets) => true;
}

/// <summary>plotly.js, where the build could fetch it.</summary>
internal sealed class PlotlyRenderer : IChartRenderer
{
    /// <summary>Address of the script without its fingerprint.</summary>
    public const string Script = "assets/plotly/plotly-cartesian.min.js";

    /// <inheritdoc/>
    public Type Component => typeof(PlotlyPicture);

    /// <inheritdoc/>
    public bool HasWords => false;

    /// <inheritdoc/>
    public bool IsThere(ResourceAssetCollection assets)
    {
        ArgumentNullException.ThrowIfNull(assets);
        // An asset that is not there keeps its plain name; one that is has a fingerprint or stands in the list.
        return assets[Script] != Script || assets.Any(a => a.Url == Script);
    }

    /// <inheritdoc/>
    public bool Draws(ChartSpec spec)
    {
        ArgumentNullException.ThrowIfNull(spec);
        // A grid of cells is read, not explored: the fixed picture says all of it.
        return spec.Series.All(s => s.Mark != ChartMark.Cell);
    }
}

/// <summary>Which renderers there are, the best first; the last one always draws.</summary>
internal sealed class ChartRenderers(IReadOnlyList<IChartRenderer> all)
{
    /// <summary>The renderers of this build.</summary>
    public static ChartRenderers OfThisBuild { get; } = new(
    [
#if PLOTLY_BLAZOR
        new PlotlyBlazor.PlotlyBlazorRenderer(),
#endif
        new PlotlyRenderer(), new SvgRenderer(),
    ]);

    /// <summary>The best for a chart that is there and has not failed.</summary>
    public IChartRenderer Best(ChartSpec spec, ResourceAssetCollection assets, IReadOnlySet<IChartRenderer> failed) =>
        all.First(r => r.IsThere(assets) && r.Draws(spec) && !failed.Contains(r));
}

/// <summary>What a chart and the component that draws it tell each other.</summary>
public sealed class ChartPicture
{
    /// <summary>Called by the component when it cannot draw here: another renderer takes over.</summary>
    public required Func<Task> Fail { get; init; }

    /// <summary>Called by the component when it has drawn.</summary>
    public required Func<Task> Ready { get; init; }

    /// <summary>Shows the whole chart again after zooming; null where nothing zooms.</summary>
    public Func<Task>? Reset { get; set; }

    /// <summary>Saves what is seen now as a PNG under a name; null where that cannot be done.</summary>
    public Func<string, Task>? SaveView { get; set; }
}
