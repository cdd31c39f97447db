namespace Plotly.Blazor.Traces.ScatterLib
{
    public class ErrorX
    {
        public ErrorXLib.TypeEnum? Type { get; set; }

        public bool? Symmetric { get; set; }

        public IList<object> Array { get; set; } = null!;

        public IList<object> ArrayMinus { get; set; } = null!;
    }

    public class ErrorY
    {
        public ErrorYLib.TypeEnum? Type { get; set; }

        public bool? Symmetric { get; set; }

        public IList<object> Array { get; set; } = null!;

        public IList<object> ArrayMinus { get; set; } = null!;
    }

    [Flags]
    public enum ModeFlag
    {
        Lines = 1,
        Markers = 2,
    }

    public class Marker
    {
        public object Color { get; set; } = null!;
    }
}

namespace Plotly.Blazor.Traces.ScatterLib.ErrorXLib
{
    public enum TypeEnum
    {
        Data,
    }
}

namespace Plotly.Blazor.Traces.ScatterLib.ErrorYLib
{
    public enum TypeEnum
    {
        Data,
    }
}
