using System.Globalization;
using Microsoft.CodeAnalysis.CSharp;

namespace PlayHouse.Lab.Notebooks.Running;

/// <summary>Parameters of a notebook as C#. Values that read as a number, true or false are those; everything else is a text. Pure functions, any thread.</summary>
public static class CellParameters
{
    /// <summary>Reads <c>name=value</c>; null when it is not that.</summary>
    public static (string Name, string Value)? Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        int at = text.IndexOf('=', StringComparison.Ordinal);
        string name = at > 0 ? text[..at].Trim() : "";
        return SyntaxFacts.IsValidIdentifier(name) && SyntaxFacts.GetKeywordKind(name) == SyntaxKind.None ? (name, text[(at + 1)..]) : null;
    }

    /// <summary>The assignments.</summary>
    /// <param name="parameters">Names and values.</param>
    /// <param name="declares">True when no cell declares them.</param>
    public static string ToCode(IReadOnlyDictionary<string, string> parameters, bool declares)
    {
        ArgumentNullException.ThrowIfNull(parameters);
        return string.Join('\n', parameters.Select(p => $"{(declares ? "var " : "")}{p.Key} = {Literal(p.Value)};"));
    }

    private static string Literal(string value)
    {
        if (value is "true" or "false")
        {
            return value;
        }

        bool isNumber = double.TryParse(value, NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out _) && !value.EndsWith('.') && !value.StartsWith('.');
        return isNumber ? value : SymbolDisplay.FormatLiteral(value, quote: true);
    }
}
