using PlayHouse.Dashboard.Components.Charts;
using PlayHouse.Dashboard.Components.Charts.Figures;
using PlayHouse.Dashboard.Components.Charts.PlotlyBlazor;
using PlayHouse.Lab.Reporting.Charts;
using Plotly.Blazor;
using Plotly.Blazor.Traces;

namespace PlayHouse.Dashboard.Tests.Charts;

/// <summary>The second backend, compiled against declarations of its package: its numbers are those of the first.</summary>
public sealed class PlotlyBlazorTests
{
    public static TheoryData<string> Names => [.. ChartSamples.All.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public void Traces_CarryTheNumbersAndWordsOfTheFigure(string name)
    {
        ChartSpec spec = ChartSamples.All[name];
        PlotlyFigure figure = PlotlyFigure.Of(spec);
        IList<ITrace> traces = PlotlyBlazorFigure.Traces(spec, figure);

        Assert.Equal(figure.Data.Count + spec.References.Count, traces.Count);
        foreach ((System.Text.Json.Nodes.JsonNode? json, ITrace trace) in figure.Data.Zip(traces.Skip(spec.References.Count)))
        {
            (IList<object>? x, IList<object>? y, IList<string>? hover) = trace switch
            {
                Scatter s => (s.X, s.Y, s.HoverTextArray),
                Bar b => (b.X, b.Y, b.HoverTextArray),
                Box b => (b.X, b.Y, null),
                _ => throw new InvalidOperationException(),
            };
            Assert.Equal(json!["x"]?.AsArray().Select(n => (double?)n).ToArray() ?? [], x?.Select(v => (double?)v) ?? []);
            Assert.Equal(json["y"]?.AsArray().Select(n => (double?)n).ToArray() ?? [], y?.Select(v => (double?)v) ?? []);
            Assert.Equal(json["hovertext"] is { } words ? words.Texts() : [], hover ?? []);
        }
    }

    [Fact]
    public void Layout_HasTheMarksOfTheLibrary()
    {
        PlotlyFigure figure = PlotlyFigure.Of(ChartSamples.All["percentiles"]);
        Layout layout = PlotlyBlazorFigure.Layout(figure);

        Assert.Equal(figure.Layout["xaxis"]!["ticktext"].Texts(), layout.XAxis[0].TickText);
        Assert.Equal(Plotly.Blazor.LayoutLib.XAxisLib.TypeEnum.Log, layout.XAxis[0].Type);
    }

    [Fact]
    public void Renderer_IsOneOfTheSameContract() => Assert.IsAssignableFrom<IChartRenderer>(new PlotlyBlazorRenderer());
}
