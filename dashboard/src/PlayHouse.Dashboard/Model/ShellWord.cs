namespace PlayHouse.Dashboard.Model;

/// <summary>Words of the commands that pages show. Pure.</summary>
internal static class ShellWord
{
    /// <summary>True when a shell takes the text as it is, wherever it stands behind a first character.</summary>
    public static bool IsPlain(string text) => text.All(c => char.IsAsciiLetterOrDigit(c) || c is '.' or '_' or '-');

    /// <summary>The text as one word, whatever it holds.</summary>
    public static string Quoted(string text) => $"'{text.Replace("'", "'\\''", StringComparison.Ordinal)}'";
}
