using System.Text;
using PlayHouse.Lab.Notebooks.Cells;

namespace PlayHouse.Lab.Notebooks.Kernel.Code;

/// <summary>Code as an editor has it, and as the compiler reads it. Pure functions, any thread.</summary>
internal static class CodeText
{
    /// <summary>Magics as comments of the same length: every place stays where it is.</summary>
    public static string WithoutMagics(string code)
    {
        StringBuilder text = new(code);
        for (int start = 0; start < code.Length; start = LineEnd(code, start) + 1)
        {
            int at = start;
            while (at < code.Length && code[at] is ' ' or '\t')
            {
                at++;
            }

            if (IsMagic(code, at))
            {
                text[at] = text[at + 1] = '/';
            }
        }

        return text.ToString();
    }

    /// <summary>The magic whose line ends or continues at a place, up to that place; null where the line is C#.</summary>
    public static string? MagicBefore(string code, int position)
    {
        int start = position == 0 ? 0 : code.LastIndexOf('\n', position - 1) + 1;
        string line = code[start..position].TrimStart();
        return line.StartsWith("#!", StringComparison.Ordinal) ? line : null;
    }

    /// <summary>The magic that a line is, if any.</summary>
    public static Magic? MagicOf(string line) => Magics.All.Where(m => Begins(line, Head(m))).MaxBy(m => Head(m).Length);

    /// <summary>The words of a magic before what it is given.</summary>
    public static string Head(Magic magic) => string.Join(' ', magic.Form.Split(' ').Take(2));

    /// <summary>Place in .NET's units of a place counted in characters as clients do; the end for null.</summary>
    public static int FromClient(string code, int? characters)
    {
        int at = 0;
        for (int left = characters ?? int.MaxValue; left > 0 && at < code.Length; left--)
        {
            at += char.IsSurrogatePair(code, at) ? 2 : 1;
        }

        return at;
    }

    /// <summary>The same the other way.</summary>
    public static int ToClient(string code, int position)
    {
        int characters = 0;
        for (int at = 0; at < position; characters++)
        {
            at += char.IsSurrogatePair(code, at) ? 2 : 1;
        }

        return characters;
    }

    private static bool IsMagic(string code, int at) => at + 1 < code.Length && code[at] == '#' && code[at + 1] == '!';

    private static bool Begins(string line, string head) =>
        line.StartsWith(head, StringComparison.Ordinal) && (line.Length == head.Length || char.IsWhiteSpace(line[head.Length]));

    private static int LineEnd(string code, int start)
    {
        int end = code.IndexOf('\n', start);
        return end < 0 ? code.Length : end;
    }
}
