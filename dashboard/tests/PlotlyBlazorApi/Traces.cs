namespace Plotly.Blazor.Traces
{
    public class Scatter : ITrace
    {
        public TraceTypeEnum? Type { get; } = TraceTypeEnum.Scatter;

        public string Name { get; set; } = null!;

        public bool? ShowLegend { get; set; }

        public string LegendGroup { get; set; } = null!;

        public IList<object> X { get; set; } = null!;

        public IList<object> Y { get; set; } = null!;

        public IList<string> HoverTextArray { get; set; } = null!;

        public string HoverTemplate { get; set; } = null!;

        public ScatterLib.ModeFlag? Mode { get; set; }

        public ScatterLib.ErrorX ErrorX { get; set; } = null!;

        public ScatterLib.ErrorY ErrorY { get; set; } = null!;

        public ScatterLib.Marker Marker { get; set; } = null!;
    }

    public class Bar : ITrace
    {
        public TraceTypeEnum? Type { get; } = TraceTypeEnum.Bar;

        public string Name { get; set; } = null!;

        public bool? ShowLegend { get; set; }

        public string LegendGroup { get; set; } = null!;

        public IList<object> X { get; set; } = null!;

        public IList<object> Y { get; set; } = null!;

        public IList<string> HoverTextArray { get; set; } = null!;

        public string HoverTemplate { get; set; } = null!;

        public BarLib.OrientationEnum? Orientation { get; set; }

        public IList<object> BaseArray { get; set; } = null!;

        public BarLib.ErrorX ErrorX { get; set; } = null!;

        public BarLib.ErrorY ErrorY { get; set; } = null!;

        public BarLib.Marker Marker { get; set; } = null!;
    }

    public class Box : ITrace
    {
        public TraceTypeEnum? Type { get; } = TraceTypeEnum.Box;

        public string Name { get; set; } = null!;

        public bool? ShowLegend { get; set; }

        public string LegendGroup { get; set; } = null!;

        public IList<object> X { get; set; } = null!;

        public IList<object> Y { get; set; } = null!;

        public BoxLib.OrientationEnum? Orientation { get; set; }

        public IList<object> Q1 { get; set; } = null!;

        public IList<object> Median { get; set; } = null!;

        public IList<object> Q3 { get; set; } = null!;

        public IList<object> LowerFence { get; set; } = null!;

        public IList<object> UpperFence { get; set; } = null!;
    }
}

namespace Plotly.Blazor.Traces.BoxLib
{
    public enum OrientationEnum
    {
        V,
        H,
    }
}
