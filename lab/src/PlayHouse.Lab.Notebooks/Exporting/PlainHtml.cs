using System.Text.RegularExpressions;

namespace PlayHouse.Lab.Notebooks.Exporting;

/// <summary>Tells a piece of HTML that is tables and text and nothing else. Pure functions, any thread.</summary>
internal static partial class PlainHtml
{
    /// <summary>
    /// The piece without its styles, its scripts and the box around it, as the kernel writes them; null unless something is left, every tag of it
    /// is one of a closed list, and none has an attribute but <c>scope</c> and the one class of a figure.
    /// </summary>
    public static string? Of(string html)
    {
        string bare = Dress().Replace(html, "");
        return !string.IsNullOrWhiteSpace(bare) && Tags().Replace(bare, "").AsSpan().IndexOfAny('<', '>') < 0 ? bare : null;
    }

    [GeneratedRegex("<style>[^<]*</style>|<script>(.|\\n)*?</script>|<div class=\"lab\">|</div>", RegexOptions.CultureInvariant | RegexOptions.NonBacktracking)]
    private static partial Regex Dress();

    [GeneratedRegex("</?(table|thead|tbody|tr|td|p|pre|code|strong|em|ul|ol|li|h[1-6]|br|th)( scope=\"(col|row)\"| class=\"n\")?>", RegexOptions.CultureInvariant | RegexOptions.NonBacktracking)]
    private static partial Regex Tags();
}
