using Microsoft.AspNetCore.Components;

namespace Plotly.Blazor;

public interface ITrace
{
    TraceTypeEnum? Type { get; }
}

public enum TraceTypeEnum
{
    Bar,
    Box,
    Scatter,
}

public class Config
{
    public bool? Responsive { get; set; }
}

public class Layout
{
    public decimal? Height { get; set; }

    public LayoutLib.BarModeEnum? BarMode { get; set; }

    public IList<LayoutLib.XAxis> XAxis { get; set; } = null!;

    public IList<LayoutLib.YAxis> YAxis { get; set; } = null!;
}

public class PlotlyChart : ComponentBase
{
    [Parameter] public IList<ITrace> Data { get; set; } = null!;

    [Parameter] public Layout Layout { get; set; } = null!;

    [Parameter] public Config Config { get; set; } = null!;

    [Parameter] public Action AfterRender { get; set; } = null!;

    public Task NewPlot(CancellationToken cancellationToken = default) => Task.CompletedTask;

    public Task React(CancellationToken cancellationToken = default) => Task.CompletedTask;

    public Task Purge(CancellationToken cancellationToken = default) => Task.CompletedTask;

    protected override void OnAfterRender(bool firstRender)
    {
        if (firstRender)
        {
            AfterRender?.Invoke();
        }
    }
}
