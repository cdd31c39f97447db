namespace PlayHouse.Lab.Reporting;

/// <summary>Text within a Markdown document.</summary>
internal static class MarkdownText
{
    /// <summary>
    /// A text for a cell of a table, or a line. It may hold a generic type or a pipe from a file: neither may end the cell or open a tag.
    /// </summary>
    public static string Escape(string text) => PlainText.Clean(text)
        .Replace("\\", "\\\\", StringComparison.Ordinal).Replace("|", "\\|", StringComparison.Ordinal)
        .Replace("<", "&lt;", StringComparison.Ordinal).Replace("*", "\\*", StringComparison.Ordinal)
        .Replace("`", "\\`", StringComparison.Ordinal).Replace("_", "\\_", StringComparison.Ordinal);
}
