using System.Globalization;
using Microsoft.AspNetCore.Components;
using Microsoft.AspNetCore.Components.Rendering;
using Microsoft.JSInterop;
using PlayHouse.Dashboard.Components.Charts.Figures;
using PlayHouse.Dashboard.Services;
using PlayHouse.Lab.Reporting.Charts;

namespace PlayHouse.Dashboard.Components.Charts;

/// <summary>
/// A chart drawn by plotly.js: drawn once, then changed with what is new, at most four times a second, and freed with its page. The
/// element is rendered once; what is inside belongs to the script.
/// </summary>
internal sealed class PlotlyPicture : ComponentBase, IAsyncDisposable
{
    private readonly string _id = $"chart-{Guid.NewGuid():N}";
    private DotNetObjectReference<PlotlyPicture>? _self;
    private UpdateGate? _gate;
    private ChartSpec? _spec;
    private PlotlyFigure? _shown;
    private bool _isDrawn;
    private bool _isGone;

    /// <summary>What to show.</summary>
    [Parameter, EditorRequired] public ChartSpec Spec { get; set; } = null!;

    /// <summary>The chart around it.</summary>
    [Parameter, EditorRequired] public ChartPicture Picture { get; set; } = null!;

    [Inject] private ChartScript Script { get; set; } = null!;

    [Inject] private DashboardLimits Limits { get; set; } = null!;

    [Inject] private TimeProvider Clock { get; set; } = null!;

    private string Module => Assets[ChartScript.Address];

    /// <summary>Marks for the part of both axes that is seen now: x first. Null where an axis keeps its own. Called by the script.</summary>
    [JSInvokable]
    public object?[] Marks(double[] x, double[] y, bool isNarrow)
    {
        (ChartAxis onX, ChartAxis onY) = Spec.IsSideways ? (Spec.Value, Spec.At) : (Spec.At, Spec.Value);
        return [Within(onX, x, isNarrow ? FigureAxes.NarrowRoom : FigureAxes.WideRoom), Within(onY, y, double.MaxValue)];
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        _isGone = true;
        _gate?.Dispose();
        await Script.PurgeAsync(_id);
        _self?.Dispose();
    }

    /// <inheritdoc/>
    protected override void OnInitialized()
    {
        _gate = new UpdateGate(Clock, Limits.LivePeriod, () => _ = InvokeAsync(async () =>
        {
            _gate!.Open();
            await UpdateAsync();
        }));
    }

    /// <inheritdoc/>
    protected override void BuildRenderTree(RenderTreeBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(builder);
        builder.OpenElement(0, "div");
        builder.AddAttribute(1, "id", _id);
        builder.AddAttribute(2, "class", "chart-plot plc");
        builder.AddAttribute(3, "tabindex", "0");
        builder.AddAttribute(4, "role", "region");
        builder.AddAttribute(5, "aria-label", $"{Spec.Title}. Arrow keys go from point to point.");
        // The room is there before the picture is: nothing jumps.
        builder.AddAttribute(6, "style", string.Create(CultureInfo.InvariantCulture, $"min-height:{PlotlyFigure.HeightOf(Spec)}px"));
        builder.CloseElement();
    }

    /// <inheritdoc/>
    protected override Task OnParametersSetAsync() => _isDrawn && !ReferenceEquals(_spec, Spec) && _gate!.TryPass() ? UpdateAsync() : Task.CompletedTask;

    /// <inheritdoc/>
    protected override async Task OnAfterRenderAsync(bool firstRender)
    {
        if (!firstRender)
        {
            return;
        }

        _self = DotNetObjectReference.Create(this);
        _spec = Spec;
        PlotlyFigure figure = PlotlyFigure.Of(Spec);
        bool isDrawn = false;
        try
        {
            isDrawn = await Script.DrawAsync(Module, _id, Assets[PlotlyRenderer.Script], figure, _self);
        }
        catch (Exception e) when (e is JSException or OperationCanceledException)
        {
            // Refused by the browser: the picture of C# takes its place.
        }
        catch (JSDisconnectedException)
        {
            return;
        }

        if (_isGone)
        {
            return;
        }

        if (!isDrawn)
        {
            await Picture.Fail();
            return;
        }

        (_shown, _isDrawn) = (figure, true);
        Picture.Reset = () => Script.ResetAsync(Module, _id);
        Picture.SaveView = name => Script.SaveViewAsync(Module, _id, name);
        await Picture.Ready();
        if (!ReferenceEquals(_spec, Spec) && _gate!.TryPass())
        {
            await UpdateAsync();
        }
    }

    private async Task UpdateAsync()
    {
        if (_isGone)
        {
            return;
        }

        _spec = Spec;
        PlotlyFigure figure = PlotlyFigure.Of(Spec);
        FigureChange change = FigureChange.Of(_shown!, figure);
        _shown = figure;
        try
        {
            await (change.Kind switch
            {
                ChangeKind.Extend => Script.ExtendAsync(Module, _id, change),
                ChangeKind.Replace => Script.ReplaceAsync(Module, _id, figure),
                _ => Task.CompletedTask,
            });
        }
        catch (Exception e) when (e is JSDisconnectedException or OperationCanceledException)
        {
            // The browser is gone.
        }
    }

    private static object? Within(ChartAxis axis, double[] ends, double room)
    {
        FigureMarks? found = ends is [var first, var last] ? FigureAxes.Within(axis, first, last) : null;
        FigureMarks? marks = found is null ? null : FigureAxes.Fitting(found, room);
        return marks is null ? null : new { places = marks.Places, labels = marks.Labels };
    }
}
