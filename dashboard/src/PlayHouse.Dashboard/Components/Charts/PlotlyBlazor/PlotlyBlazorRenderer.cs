using Microsoft.AspNetCore.Components;

namespace PlayHouse.Dashboard.Components.Charts.PlotlyBlazor;

/// <summary>Charts through the package Plotly.Blazor, in builds that have it.</summary>
internal sealed class PlotlyBlazorRenderer : IChartRenderer
{
    /// <inheritdoc/>
    public Type Component => typeof(PlotlyBlazorPicture);

    /// <inheritdoc/>
    public bool HasWords => false;

    /// <inheritdoc/>
    public bool IsThere(ResourceAssetCollection assets) => true;
}
