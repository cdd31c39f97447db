namespace Plotly.Blazor.Traces.BarLib
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

    public enum OrientationEnum
    {
        V,
        H,
    }

    public class Marker
    {
        public object Color { get; set; } = null!;
    }
}

namespace Plotly.Blazor.Traces.BarLib.ErrorXLib
{
    public enum TypeEnum
    {
        Data,
    }
}

namespace Plotly.Blazor.Traces.BarLib.ErrorYLib
{
    public enum TypeEnum
    {
        Data,
    }
}
