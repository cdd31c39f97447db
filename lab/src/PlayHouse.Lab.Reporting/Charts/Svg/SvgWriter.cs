using System.Globalization;
using System.Text;

namespace PlayHouse.Lab.Reporting.Charts.Svg;

/// <summary>Writes elements; every text and attribute passes through one escape. One writer per picture.</summary>
internal sealed class SvgWriter
{
    private readonly StringBuilder _text = new();

    /// <summary>A coordinate: two decimals, no negative zero.</summary>
    public static string N(double value)
    {
        string text = value.ToString("0.##", CultureInfo.InvariantCulture);
        return text == "-0" ? "0" : text;
    }

    public static string Escape(string text) => text
        .Replace("&", "&amp;", StringComparison.Ordinal).Replace("<", "&lt;", StringComparison.Ordinal)
        .Replace(">", "&gt;", StringComparison.Ordinal).Replace("\"", "&quot;", StringComparison.Ordinal).Replace("'", "&#39;", StringComparison.Ordinal);

    public void Open(string name, params ReadOnlySpan<(string Name, string Value)> attributes)
    {
        Start(name, attributes);
        _text.Append('>');
    }

    public void Close(string name) => _text.Append("</").Append(name).Append(">\n");

    /// <summary>An element with an optional title for the pointer.</summary>
    public void Element(string name, string? title, params ReadOnlySpan<(string Name, string Value)> attributes)
    {
        Start(name, attributes);
        if (title is null)
        {
            _text.Append("/>\n");
            return;
        }

        _text.Append("><title>").Append(Escape(title)).Append("</title></").Append(name).Append(">\n");
    }

    /// <summary>An element that holds text only.</summary>
    public void Content(string name, string content, params ReadOnlySpan<(string Name, string Value)> attributes)
    {
        Start(name, attributes);
        _text.Append('>').Append(Escape(content)).Append("</").Append(name).Append(">\n");
    }

    /// <summary>The style sheet, which is ours and holds no text of anybody else.</summary>
    public void Style(string css) => _text.Append("<style>").Append(css).Append("</style>\n");

    /// <summary>Text in a role; <paramref name="full"/> is shown to the pointer where the text was cut.</summary>
    public void Text(double x, double y, SvgText role, string text, string anchor = "start", string? full = null)
    {
        Start("text",
        [
            ("x", N(x)), ("y", N(y)), ("class", "plc-" + role.Class), ("fill", SvgStyle.Light(role.Fallback)), ("font-size", N(role.Size)),
            ("font-weight", role.IsBold ? "600" : ""), ("text-anchor", anchor == "start" ? "" : anchor),
        ]);
        _text.Append('>');
        if (full is not null && full != text)
        {
            _text.Append("<title>").Append(Escape(full)).Append("</title>");
        }

        _text.Append(Escape(text)).Append("</text>\n");
    }

    public void Line(double x1, double y1, double x2, double y2, string role, double width, string dash = "") =>
        Element("line", null, ("x1", N(x1)), ("y1", N(y1)), ("x2", N(x2)), ("y2", N(y2)), ("class", "plc-" + role),
            ("stroke", SvgStyle.Light(role switch { "zero" or "over" => "ink", _ => role })), ("stroke-width", N(width)), ("stroke-dasharray", dash));

    public override string ToString() => _text.ToString();

    private void Start(string name, ReadOnlySpan<(string Name, string Value)> attributes)
    {
        _text.Append('<').Append(name);
        foreach ((string key, string value) in attributes)
        {
            if (value.Length > 0)
            {
                _text.Append(' ').Append(key).Append("=\"").Append(Escape(value)).Append('"');
            }
        }
    }
}

/// <summary>What a text is for: colour and size.</summary>
/// <param name="Class">Class without prefix.</param>
/// <param name="Size">Font size in pixels.</param>
/// <param name="IsBold">Weight.</param>
internal readonly record struct SvgText(string Class, double Size, bool IsBold = false)
{
    public static readonly SvgText Title = new("ink", 17, true);
    public static readonly SvgText Question = new("dim", 13);
    public static readonly SvgText Label = new("ink", 12.5);
    public static readonly SvgText Tick = new("dim", 12);
    public static readonly SvgText Frame = new("ink", 12);
    public static readonly SvgText Note = new("dim", 11.5);
    public static readonly SvgText OnBar = new("onbar", 11, true);

    /// <summary>Colour name for viewers without style sheets.</summary>
    public string Fallback => Class == "onbar" ? "bg" : Class;

    /// <summary>Pixels that a text takes, on the wide side.</summary>
    public double Width(string text) => PlainText.Columns(text) * CharWidth;

    private double CharWidth => Size * (IsBold ? SvgStyle.BoldCharWidth : SvgStyle.CharWidth);

    /// <summary>Characters that fit into so many pixels.</summary>
    public int Columns(double pixels) => Math.Max(2, (int)(pixels / CharWidth + 1e-6));
}
