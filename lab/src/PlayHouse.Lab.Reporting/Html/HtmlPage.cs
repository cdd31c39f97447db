using PlayHouse.Lab.Reporting.Charts.Svg;

namespace PlayHouse.Lab.Reporting.Html;

/// <summary>The frame of a report: one file that needs nothing else, runs no script and asks for nothing.</summary>
internal static class HtmlPage
{
    // The file says of itself that it loads nothing: a browser then refuses whatever a mistake would let in.
    private const string Policy = "default-src 'none'; style-src 'unsafe-inline'";

    private const string Style =
        ":root{color-scheme:light dark;--bg:#f6f7f9;--card:#fff;--text:#17202b;--soft:#4d5a6a;--line:#d5dbe3;--good:#0f56a8;--bad:#96460a;--mixed:#6a3fa0}"
        + "@media(prefers-color-scheme:dark){:root{--bg:#12161c;--card:#1a2029;--text:#e7ecf2;--soft:#a9b5c4;--line:#323c4a;--good:#9cc6fb;--bad:#f7b77c;--mixed:#cdb1f2}}"
        + "*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--text);font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif;overflow-wrap:break-word}"
        + "main{max-width:68rem;margin:0 auto;padding:1.5rem 1rem 3rem}h1{font-size:1.75rem;line-height:1.2;margin:0}h2{font-size:1.2rem;margin:0 0 .75rem}h3{font-size:1rem;margin:1rem 0 .5rem}p{margin:.4rem 0;max-width:80ch}"
        + "section{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:1.25rem;margin:1rem 0}.lead{font-size:1.1rem;color:var(--soft)}.note,caption,footer{color:var(--soft);font-size:.85rem}"
        + ".word{font-size:1.6rem;font-weight:700;margin:0}.good{border-left:.5rem solid var(--good)}.good .word{color:var(--good)}.bad{border-left:.5rem solid var(--bad)}.bad .word{color:var(--bad)}.mixed{border-left:.5rem solid var(--mixed)}.mixed .word{color:var(--mixed)}"
        + ".notice{border:2px solid var(--bad);border-radius:.5rem;padding:.6rem 1rem}.wide{overflow-x:auto}.wide:focus-visible{outline:3px solid var(--good)}figure{margin:0 0 1rem}svg{max-width:100%;height:auto;min-width:30rem;--chart-bg:var(--card)}ul{margin:.4rem 0;padding-left:1.4rem}"
        + "table{border-collapse:collapse;width:100%;font-size:.9rem}caption{text-align:left;padding-bottom:.3rem}th,td{text-align:left;padding:.3rem .8rem .3rem 0;border-bottom:1px solid var(--line);vertical-align:top}.num{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}"
        + "summary{cursor:pointer;min-height:1.75rem;font-weight:600}code{font-family:ui-monospace,'DejaVu Sans Mono',monospace;font-size:.9em;overflow-wrap:anywhere}bdi{unicode-bidi:isolate}"
        + "@media print{section{break-inside:avoid;border:0;padding:0}details>summary{display:none}}";

    /// <summary>The document around a body.</summary>
    public static string Of(string title, HtmlWriter body) =>
        $"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"{Policy}\">\n"
        + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n"
        + $"<title>{HtmlWriter.Escape(title)}</title>\n<style>{Style}</style>\n<style>{SvgChart.StyleSheet}</style>\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n";
}
