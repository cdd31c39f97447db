namespace PlayHouse.Lab.Reporting.Charts.Svg;

/// <summary>
/// Colours, dashes and text sizes. Every colour is a variable: a page sets <c>--chart-*</c> and wins; alone, the file follows light and dark by
/// itself. Attributes repeat the light colours for viewers without style sheets. Two neighbouring styles differ in symbol and dash too.
/// </summary>
internal static class SvgStyle
{
    public const string Font = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif";

    /// <summary>Average width of a character as a share of the font size, on the wide side.</summary>
    public const double CharWidth = 0.56;

    /// <summary>The same for bold text.</summary>
    public const double BoldCharWidth = 0.63;

    // Light, dark. Blue and orange first; the others keep apart under the common colour-vision deficiencies.
    private static readonly (string Light, string Dark)[] Series =
    [
        ("#0b63b6", "#6cb4ff"), ("#b85400", "#ffa352"), ("#00796b", "#4fd1bd"), ("#9c3d87", "#e79ad6"), ("#5a6672", "#aab6c2"), ("#7a6a00", "#e0cc4a"),
    ];

    private static readonly (string Name, string Light, string Dark, string Forced)[] Plain =
    [
        ("bg", "#ffffff", "#14191f", "Canvas"), ("ink", "#1c2733", "#e6ebf0", "CanvasText"), ("dim", "#55616d", "#a9b4bf", "CanvasText"),
        ("rule", "#dce1e6", "#333d47", "GrayText"), ("axis", "#87929d", "#77838f", "CanvasText"), ("grey", "#7d8791", "#8f9aa5", "GrayText"),
        ("band", "#e8ecf0", "#27303a", "Canvas"),
    ];

    private static readonly string[] Dashes = ["", "7 4", "2 3", "10 3 2 3", "5 2", "1 4"];

    public static int Count => Series.Length;

    public static string Css { get; } = BuildCss();

    /// <summary>The same for a page that lets its reader choose: what was chosen wins over the system, the colours of forced contrast over both.</summary>
    public static string PageCss { get; } = Css + "@media (forced-colors:none){"
        + ":root[data-theme=light] .plc{" + Variables(p => p.Light, s => s.Light) + "}:root[data-theme=dark] .plc{" + Variables(p => p.Dark, s => s.Dark) + "}}";

    public static string Light(string name) => Plain.First(p => p.Name == name).Light;

    public static string SeriesLight(int style) => Series[style % Series.Length].Light;

    public static string SeriesClass(int style) => $"plc-s{style % Series.Length}";

    public static string Dash(int style) => Dashes[style % Dashes.Length];

    private static string BuildCss()
    {
        string root = ".plc{" + Variables(p => p.Light, s => s.Light) + "}";
        string dark = "@media (prefers-color-scheme:dark){.plc{" + Variables(p => p.Dark, s => s.Dark) + "}}";
        string forced = "@media (forced-colors:active){.plc{forced-color-adjust:none;"
            + string.Concat(Plain.Select(p => $"--plc-{p.Name}:{p.Forced};")) + string.Concat(Series.Select((_, i) => $"--plc-s{i}:{(i == 1 ? "Highlight" : "CanvasText")};")) + "}}";
        string series = string.Concat(Series.Select((_, i) => $".plc-s{i}{{fill:var(--plc-s{i});stroke:var(--plc-s{i})}}"));
        string rules = ".plc text{unicode-bidi:isolate}"
            + ".plc-bg{fill:var(--plc-bg)}.plc-ink{fill:var(--plc-ink)}.plc-dim{fill:var(--plc-dim)}.plc-onbar{fill:var(--plc-bg)}"
            + ".plc-rule{stroke:var(--plc-rule)}.plc-axis{stroke:var(--plc-axis)}.plc-zero{stroke:var(--plc-ink)}.plc-over{stroke:var(--plc-ink)}"
            + ".plc-band{fill:var(--plc-band);stroke:var(--plc-axis)}.plc-grey{fill:var(--plc-grey);stroke:var(--plc-grey)}";
        return root + dark + forced + rules + series;
    }

    private static string Variables(
        Func<(string Name, string Light, string Dark, string Forced), string> plain, Func<(string Light, string Dark), string> series) =>
        string.Concat(Plain.Select(p => $"--plc-{p.Name}:var(--chart-{p.Name},{plain(p)});"))
        + string.Concat(Series.Select((s, i) => $"--plc-s{i}:var(--chart-s{i},{series(s)});"));
}
