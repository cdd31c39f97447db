using System.Text.RegularExpressions;

namespace PlayHouse.Lab.Notebooks.Exporting;

/// <summary>Tells a piece of HTML that is tables and text and nothing else. Pure functions, any thread.</summary>
internal static partial class PlainHtml
{
    /// <summary>True when every tag is one of a closed list and has no attribute but <c>scope</c> and the one class of a figure.</summary>
    public static bool Is(string html) => Tags().Replace(html, "").AsSpan().IndexOfAny('<', '>') < 0;

    [GeneratedRegex("</?(table|thead|tbody|tr|td|p|pre|code|strong|em|ul|ol|li|h[1-6]|br|th)( scope=\"(col|row)\"| class=\"n\")?>", RegexOptions.CultureInvariant | RegexOptions.NonBacktracking)]
    private static partial Regex Tags();
}
