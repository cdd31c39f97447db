namespace Plotly.Blazor.LayoutLib
{
    public enum BarModeEnum
    {
        Overlay,
    }

    public class XAxis
    {
        public bool? AutoMargin { get; set; }

        public IList<object> Range { get; set; } = null!;

        public IList<object> TickText { get; set; } = null!;

        public IList<object> TickVals { get; set; } = null!;

        public XAxisLib.Title Title { get; set; } = null!;

        public XAxisLib.TypeEnum? Type { get; set; }

        public bool? ZeroLine { get; set; }
    }

    public class YAxis
    {
        public bool? AutoMargin { get; set; }

        public IList<object> Range { get; set; } = null!;

        public IList<object> TickText { get; set; } = null!;

        public IList<object> TickVals { get; set; } = null!;

        public YAxisLib.Title Title { get; set; } = null!;

        public YAxisLib.TypeEnum? Type { get; set; }

        public bool? ZeroLine { get; set; }
    }
}

namespace Plotly.Blazor.LayoutLib.XAxisLib
{
    public enum TypeEnum
    {
        Linear,
        Log,
        Date,
    }

    public class Title
    {
        public string Text { get; set; } = null!;
    }
}

namespace Plotly.Blazor.LayoutLib.YAxisLib
{
    public enum TypeEnum
    {
        Linear,
        Log,
        Date,
    }

    public class Title
    {
        public string Text { get; set; } = null!;
    }
}
