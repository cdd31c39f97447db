using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Components;
using Microsoft.AspNetCore.Components.Rendering;
using Microsoft.JSInterop;
using PlayHouse.Dashboard.Components.Charts.Figures;
using PlayHouse.Dashboard.Services;
using PlayHouse.Lab.Reporting.Charts;
using Plotly.Blazor;
using Plotly.Blazor.ConfigLib;
using Plotly.Blazor.Interop;

namespace PlayHouse.Dashboard.Components.Charts;

/// <summary>
/// A chart drawn by the component of Plotly.Blazor: drawn once, then changed at most four times a second. It looks like the page, says the
/// words of the library at every part that a reader zooms to, and throws when the browser does not draw.
/// </summary>
public sealed class PlotlyPicture : ComponentBase, IDisposable
{
    private const uint SavedWidth = 1_200;

    private static readonly string[] Axes = ["xaxis", "yaxis"];
    private static readonly string[] Words = ["range", "tickvals", "ticktext"];

    private readonly string _id = $"chart-{Guid.NewGuid():N}";
    private readonly Config _settings = new()
    {
        DisplayModeBar = DisplayModeBarEnum.False, DisplayLogo = false, Responsive = true, TypesetMath = false, ShowTips = false, ShowSendToCloud = false,
        ShowAxisRangeEntryBoxes = false, DoubleClick = DoubleClickEnum.Reset, Logging = 0, NotifyOnLogging = 0, PlotlyServerUrl = "",
    };
    private PlotlyChart? _chart;
    private UpdateGate? _gate;
    private ChartLook? _look;
    private ChartSpec? _spec;
    private PlotlyFigure? _figure;
    private IList<ITrace> _data = [];
    private FigureLayout _layout = new([]);
    private JsonObject? _zoom;
    private int _revision;
    private bool _isWatched;
    private bool _isStale;

    /// <summary>What to show.</summary>
    [Parameter, EditorRequired] public ChartSpec Spec { get; set; } = null!;

    /// <summary>Called when it is drawn.</summary>
    [Parameter, EditorRequired] public EventCallback Drawn { get; set; }

    /// <summary>True when the browser was given the whole chart.</summary>
    public bool IsDrawn { get; private set; }

    [Inject] private ChartScript Script { get; set; } = null!;

    [Inject] private DashboardLimits Limits { get; set; } = null!;

    [Inject] private TimeProvider Clock { get; set; } = null!;

    private string Module => Assets[ChartScript.Address];

    /// <summary>Shows the whole chart again after zooming.</summary>
    public void Reset()
    {
        _zoom = null;
        _revision++;
        Redraw();
    }

    /// <summary>Saves what is seen as a PNG.</summary>
    public Task SaveViewAsync(string name) => _chart!.DownloadImage(ImageFormat.Png, (uint)PlotlyFigure.HeightOf(Spec), SavedWidth, name);

    /// <inheritdoc/>
    public void Dispose()
    {
        Script.LookChanged -= OnLook;
        _gate?.Dispose();
    }

    /// <inheritdoc/>
    protected override void OnInitialized()
    {
        Script.LookChanged += OnLook;
        _gate = new UpdateGate(Clock, Limits.LivePeriod, () => _ = InvokeAsync(() =>
        {
            _gate!.Open();
            Take();
            StateHasChanged();
        }));
    }

    /// <inheritdoc/>
    protected override void OnParametersSet()
    {
        if (IsDrawn && !ReferenceEquals(_spec, Spec) && _gate!.TryPass())
        {
            Take();
        }
    }

    /// <inheritdoc/>
    protected override async Task OnAfterRenderAsync(bool firstRender)
    {
        try
        {
            await (firstRender ? BeginAsync() : ContinueAsync());
        }
        catch (Exception e) when (e is JSDisconnectedException or ObjectDisposedException)
        {
            // The browser is gone.
        }
    }

    /// <inheritdoc/>
    protected override void BuildRenderTree(RenderTreeBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(builder);
        builder.OpenElement(0, "div");
        builder.AddAttribute(1, "class", "chart-plot plc");
        builder.AddAttribute(2, "tabindex", "0");
        builder.AddAttribute(3, "role", "region");
        builder.AddAttribute(4, "aria-label", $"{Spec.Title}. Arrow keys go from point to point.");
        // The room is there before the picture is: nothing jumps.
        builder.AddAttribute(5, "style", string.Create(CultureInfo.InvariantCulture, $"min-height:{PlotlyFigure.HeightOf(Spec)}px"));
        builder.AddAttribute(6, "data-drawn", IsDrawn ? "true" : null);
        if (_figure is not null)
        {
            builder.OpenComponent<PlotlyChart>(7);
            builder.AddComponentParameter(8, nameof(PlotlyChart.Id), _id);
            builder.AddComponentParameter(9, nameof(PlotlyChart.UseBasicVersion), true);
            builder.AddComponentParameter(10, nameof(PlotlyChart.Data), _data);
            builder.AddComponentParameter(11, nameof(PlotlyChart.Layout), _layout);
            builder.AddComponentParameter(12, nameof(PlotlyChart.Config), _settings);
            builder.AddComponentParameter(13, nameof(PlotlyChart.AfterRender), (Action)OnDrawn);
            builder.AddComponentParameter(14, nameof(PlotlyChart.RelayoutAction), (Action<RelayoutEventData>)OnRelayout);
            // The table is the twin for who does not see it; the region around it has the name.
            builder.AddComponentParameter(15, "aria-hidden", "true");
            builder.AddComponentParameter(16, "style", "min-height:0");
            builder.AddComponentReferenceCapture(17, chart => _chart = (PlotlyChart)chart);
            builder.CloseComponent();
        }

        builder.CloseElement();
    }

    private async Task BeginAsync()
    {
        _look = await Script.LookAsync(Module);
        Take();
        StateHasChanged();
    }

    private async Task ContinueAsync()
    {
        if (IsDrawn && !_isWatched)
        {
            _isWatched = true;
            await _chart!.SubscribeRelayoutEvent();
            await Script.WatchAsync(Module, _id);
            await Drawn.InvokeAsync();
            if (!ReferenceEquals(_spec, Spec) && _gate!.TryPass())
            {
                Take();
                StateHasChanged();
            }
        }

        if (IsDrawn && _isStale)
        {
            _isStale = false;
            await _chart!.React();
        }
    }

    private void OnDrawn()
    {
        IsDrawn = true;
        StateHasChanged();
    }

    private void OnLook(ChartLook look) => _ = InvokeAsync(() =>
    {
        if (_figure is not null)
        {
            _look = look;
            Redraw();
        }
    });

    // The same numbers again ask the browser nothing.
    private void Take()
    {
        _spec = Spec;
        PlotlyFigure figure = PlotlyFigure.Of(Spec);
        if (_figure is null || !figure.IsSame(_figure))
        {
            _isStale = _figure is not null;
            _figure = figure;
            Dress();
        }
    }

    private void Dress()
    {
        _data = [.. FigureLook.Traces(_figure!, _look!).Select(t => new FigureTrace(t))];
        JsonObject layout = FigureLook.Layout(_figure!, _look!, _zoom);
        // What a reader zoomed to stays when new points arrive, as long as this is the same.
        layout["uirevision"] = _revision;
        _layout = new FigureLayout(layout);
    }

    private void Redraw()
    {
        Dress();
        _isStale = true;
        StateHasChanged();
    }

    // After zooming, the part that is seen gets marks of the library's: one place makes every number.
    private void OnRelayout(RelayoutEventData change)
    {
        double[]?[] ends = [.. Axes.Select(a => Ends(change.RawData, a))];
        if (Array.TrueForAll(ends, e => e is null))
        {
            return;
        }

        JsonObject whole = Whole();
        double[][] seen = [.. Axes.Select((a, i) => ends[i] ?? Numbers((_zoom ?? whole)[$"{a}.range"]))];
        _zoom = null;
        if (!Axes.Select((a, i) => IsSame(seen[i], Numbers(whole[$"{a}.range"]))).All(static same => same))
        {
            (ChartAxis onX, ChartAxis onY) = Spec.IsSideways ? (Spec.Value, Spec.At) : (Spec.At, Spec.Value);
            _zoom = whole;
            Mark("xaxis", onX, seen[0], _look!.IsNarrow ? FigureAxes.NarrowRoom : FigureAxes.WideRoom);
            Mark("yaxis", onY, seen[1], double.MaxValue);
        }

        Redraw();
    }

    private void Mark(string name, ChartAxis axis, double[] ends, double room)
    {
        _zoom![$"{name}.range"] = Json.Numbers(ends);
        if (FigureAxes.Within(axis, ends[0], ends[1]) is { } found)
        {
            FigureMarks marks = FigureAxes.Fitting(found, room);
            _zoom[$"{name}.tickvals"] = Json.Numbers(marks.Places);
            _zoom[$"{name}.ticktext"] = Json.Texts(marks.Labels);
        }
    }

    // Ends and marks of the whole chart, by path.
    private JsonObject Whole()
    {
        JsonObject layout = FigureLook.Layout(_figure!, _look!, null);
        return new JsonObject(Axes.SelectMany(a => Words.Select(w => KeyValuePair.Create($"{a}.{w}", layout[a]![w]?.DeepClone()))));
    }

    // Either both ends in one array or each by itself; of an axis of dates as text.
    private static double[]? Ends(IDictionary<string, JsonElement> told, string axis)
    {
        JsonElement[] ends = told.TryGetValue($"{axis}.range", out JsonElement both) && both.ValueKind == JsonValueKind.Array ? [.. both.EnumerateArray()]
            : told.TryGetValue($"{axis}.range[0]", out JsonElement first) && told.TryGetValue($"{axis}.range[1]", out JsonElement last) ? [first, last] : [];
        double[] numbers = [.. ends.Select(Number)];
        return numbers.Length == 2 && Array.TrueForAll(numbers, double.IsFinite) ? numbers : null;
    }

    private static double Number(JsonElement end) => end.ValueKind switch
    {
        JsonValueKind.Number => end.GetDouble(),
        JsonValueKind.String when DateTimeOffset.TryParse(end.GetString(), CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out DateTimeOffset time) => time.ToUnixTimeMilliseconds(),
        _ => double.NaN,
    };

    private static double[] Numbers(JsonNode? array) => [.. array!.AsArray().Select(n => (double)n!)];

    private static bool IsSame(double[] a, double[] b) => a.Zip(b).All(p => Math.Abs(p.First - p.Second) <= 1e-9 * Math.Max(1, Math.Abs(p.Second)));
}
