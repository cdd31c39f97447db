using System.Globalization;
using PlayHouse.Lab.Reporting.Charts.Svg;

namespace PlayHouse.Dashboard.Components.Charts.Figures;

/// <summary>
/// Looks of a figure by name: <c>@s0</c> is the page's variable <c>--plc-s0</c>, <c>@s0/0.16</c> the same seen through. <see cref="FigureLook"/>
/// puts the colours in, again whenever the page changes its own.
/// </summary>
internal static class FigureStyle
{
    public const string Font = SvgStyle.Font;
    public const string Background = "@bg";
    public const string Ink = "@ink";
    public const string Dim = "@dim";
    public const string Rule = "@rule";
    public const string Axis = "@axis";
    public const string Grey = "@grey";
    public const string Band = "@band";
    public const string None = "rgba(0,0,0,0)";

    /// <summary>Every name, as the page knows it.</summary>
    public static IReadOnlyList<string> Names { get; } =
        [.. new[] { Background, Ink, Dim, Rule, Axis, Grey, Band }.Concat(Enumerable.Range(0, SvgStyle.Count).Select(Series)).Select(n => n[1..])];

    // The shapes of the picture in C#, in the same order.
    private static readonly string[] Symbols = ["circle", "square", "triangle-up", "diamond", "triangle-down", "bowtie"];

    public static string Series(int style) => string.Create(CultureInfo.InvariantCulture, $"@s{style % SvgStyle.Count}");

    public static string Faint(int style, string opacity) => $"{Series(style)}/{opacity}";

    public static string Symbol(int style) => Symbols[style % Symbols.Length];

    /// <summary>Lengths in pixels; solid for none.</summary>
    public static string Dash(int style) => SvgStyle.Dash(style) is { Length: > 0 } dash
        ? string.Join(',', dash.Split(' ').Select(l => l + "px"))
        : "solid";
}
