using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.Reporting;

/// <summary>Names of call sites short enough for a line; JSON and Markdown carry the full ones. Pure.</summary>
internal static class SiteName
{
    /// <summary>Type and method without the namespace: <c>ToByteArrayReplyCodec.Encode</c>.</summary>
    public static string Method(string site) => Last(site, 2);

    /// <summary>A type without its namespace: <c>Byte[]</c>.</summary>
    public static string Type(string type) => Last(type, 1);

    /// <summary>The short name of a compared site: the real one of each arm, or one where they agree or only one arm has it.</summary>
    public static string Of(AllocationDifference site) => Both(site.BaselineSite, site.OtherSite, site.Site);

    /// <summary>As <see cref="Of"/>, with namespaces.</summary>
    public static string Full(AllocationDifference site) => (site.BaselineSite, site.OtherSite) switch
    {
        (null, null) => site.Site,
        ({ } a, { } b) when a != b => $"{a} → {b}",
        var (a, b) => a ?? b!,
    };

    /// <summary>Short names of both sides, or of one.</summary>
    public static string Both(string? baseline, string? other, string shared) => (baseline, other) switch
    {
        (null, null) => Method(shared),
        ({ } a, { } b) when a != b => $"{Method(a)} → {Method(b)}",
        var (a, b) => Method(a ?? b!),
    };

    // Dots inside type arguments and parameters do not separate; the dot of ".ctor" belongs to the name.
    private static string Last(string name, int segments)
    {
        int depth = 0;
        for (int i = name.Length - 1; i > 0; i--)
        {
            depth += name[i] switch { '>' or ')' or ']' => 1, '<' or '(' or '[' => -1, _ => 0 };
            if (depth != 0 || name[i] != '.')
            {
                continue;
            }

            i -= name[i - 1] == '.' ? 1 : 0;
            if (--segments == 0)
            {
                int start = i + 1;
                return start < name.Length ? name[start..] : name;
            }
        }

        return name;
    }
}
