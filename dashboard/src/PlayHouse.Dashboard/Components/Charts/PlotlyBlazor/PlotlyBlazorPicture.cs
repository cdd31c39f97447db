using Microsoft.AspNetCore.Components;
using Microsoft.AspNetCore.Components.Rendering;
using Microsoft.JSInterop;
using PlayHouse.Dashboard.Components.Charts.Figures;
using PlayHouse.Lab.Reporting.Charts;
using Plotly.Blazor;
using PlotlyLayout = Plotly.Blazor.Layout;

namespace PlayHouse.Dashboard.Components.Charts.PlotlyBlazor;

/// <summary>
/// A chart drawn by the component of Plotly.Blazor. It offers no PNG of what is seen: the package would send the picture through the
/// circuit, which refuses messages of that size.
/// </summary>
internal sealed class PlotlyBlazorPicture : ComponentBase, IAsyncDisposable
{
    private readonly Config _config = new() { Responsive = true };
    private PlotlyChart? _chart;
    private ChartSpec? _spec;
    private IList<ITrace> _data = [];
    private PlotlyLayout _layout = new();
    private bool _isDrawn;

    /// <summary>What to show.</summary>
    [Parameter, EditorRequired] public ChartSpec Spec { get; set; } = null!;

    /// <summary>The chart around it.</summary>
    [Parameter, EditorRequired] public ChartPicture Picture { get; set; } = null!;

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_chart is null || !_isDrawn)
        {
            return;
        }

        try
        {
            await _chart.Purge();
        }
        catch (Exception e) when (e is JSDisconnectedException or OperationCanceledException or JSException)
        {
            // The browser is gone, or the chart freed itself first.
        }
    }

    /// <inheritdoc/>
    protected override void OnParametersSet()
    {
        if (!ReferenceEquals(_spec, Spec))
        {
            _spec = Spec;
            PlotlyFigure figure = PlotlyFigure.Of(Spec);
            _data = PlotlyBlazorFigure.Traces(Spec, figure);
            _layout = PlotlyBlazorFigure.Layout(figure);
        }
    }

    /// <inheritdoc/>
    protected override Task OnAfterRenderAsync(bool firstRender) => firstRender || _chart is null ? Task.CompletedTask : _chart.React();

    /// <inheritdoc/>
    protected override void BuildRenderTree(RenderTreeBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(builder);
        builder.OpenElement(0, "div");
        builder.AddAttribute(1, "class", "chart-plot plc");
        builder.AddAttribute(2, "tabindex", "0");
        builder.AddAttribute(3, "role", "region");
        builder.AddAttribute(4, "aria-label", Spec.Title);
        builder.OpenComponent<PlotlyChart>(5);
        builder.AddComponentParameter(6, nameof(PlotlyChart.Data), _data);
        builder.AddComponentParameter(7, nameof(PlotlyChart.Layout), _layout);
        builder.AddComponentParameter(8, nameof(PlotlyChart.Config), _config);
        builder.AddComponentParameter(9, nameof(PlotlyChart.AfterRender), (Action)Drawn);
        builder.AddComponentReferenceCapture(10, chart => _chart = (PlotlyChart)chart);
        builder.CloseComponent();
        builder.CloseElement();
    }

    private void Drawn()
    {
        _isDrawn = true;
        Picture.Reset = () => _chart!.NewPlot();
        _ = InvokeAsync(Picture.Ready);
    }
}
