using System.Globalization;
using System.Text;

namespace PlayHouse.Lab.Reporting;

/// <summary>Text that is safe to print: no control codes from files or traces, lines that fit. Pure functions, any thread.</summary>
public static class PlainText
{
    /// <summary>Columns of a line by default.</summary>
    public const int DefaultWidth = 80;

    private const char Ellipsis = '…';

    /// <summary>The text with every control character (escape sequences, line ends, direction marks) replaced by a blank or <c>?</c>.</summary>
    public static string Clean(string? text)
    {
        if (string.IsNullOrEmpty(text))
        {
            return "";
        }

        StringBuilder clean = new(text.Length);
        foreach (char c in text)
        {
            clean.Append(c switch
            {
                '\n' or '\r' or '\t' => ' ',
                _ when char.IsControl(c) || char.GetUnicodeCategory(c) == UnicodeCategory.Format => '?',
                _ => c,
            });
        }

        return clean.ToString();
    }

    /// <summary>Columns the text takes on a terminal.</summary>
    public static int Columns(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        int columns = 0;
        foreach (Rune rune in text.EnumerateRunes())
        {
            columns += ColumnsOf(rune);
        }

        return columns;
    }

    /// <summary>The text cut to so many columns; the end is lost and marked.</summary>
    public static string CutEnd(string text, int columns) =>
        Columns(text) <= columns ? text : Take(text.EnumerateRunes(), columns - 1) + Ellipsis;

    /// <summary>The text cut to so many columns; the beginning is lost and marked. For names whose end tells most.</summary>
    public static string CutStart(string text, int columns)
    {
        if (Columns(text) <= columns)
        {
            return text;
        }

        string tail = Take(text.EnumerateRunes().Reverse(), columns - 1);
        return Ellipsis + string.Concat(tail.EnumerateRunes().Reverse());
    }

    /// <summary>The text padded to so many columns at its right.</summary>
    public static string PadEnd(string text, int columns) => text + new string(' ', Math.Max(0, columns - Columns(text)));

    /// <summary>The text padded to so many columns at its left.</summary>
    public static string PadStart(string text, int columns) => new string(' ', Math.Max(0, columns - Columns(text))) + text;

    /// <summary>The text in lines of at most <paramref name="width"/> columns: the first behind <paramref name="first"/>, the others behind blanks of the same width.</summary>
    public static IEnumerable<string> Wrap(string text, int width, string first = "")
    {
        string line = first;
        string indent = new(' ', Columns(first));
        bool isEmpty = true;
        foreach (string word in Clean(text).Split(' ', StringSplitOptions.RemoveEmptyEntries))
        {
            if (!isEmpty && Columns(line) + 1 + Columns(word) > width)
            {
                yield return line;
                line = indent;
                isEmpty = true;
            }

            line += (isEmpty ? "" : " ") + CutEnd(word, Math.Max(4, width - Columns(indent)));
            isEmpty = false;
        }

        if (!isEmpty)
        {
            yield return line;
        }
    }

    private static string Take(IEnumerable<Rune> runes, int columns)
    {
        StringBuilder taken = new();
        foreach (Rune rune in runes)
        {
            columns -= ColumnsOf(rune);
            if (columns < 0)
            {
                break;
            }

            taken.Append(rune);
        }

        return taken.ToString();
    }

    private static int ColumnsOf(Rune rune)
    {
        if (Rune.GetUnicodeCategory(rune) is UnicodeCategory.NonSpacingMark or UnicodeCategory.EnclosingMark)
        {
            return 0;
        }

        // East Asian scripts and pictographs take two cells.
        return rune.Value switch
        {
            >= 0x1100 and <= 0x115F or >= 0x2E80 and <= 0xA4CF or >= 0xAC00 and <= 0xD7A3 or >= 0xF900 and <= 0xFAFF => 2,
            >= 0xFE30 and <= 0xFE6F or >= 0xFF00 and <= 0xFF60 or >= 0x1F300 and <= 0x1FAFF or >= 0x20000 and <= 0x3FFFD => 2,
            _ => 1,
        };
    }
}
