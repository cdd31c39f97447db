namespace PlayHouse.Lab.Profiling.Roles;

/// <summary>
/// A pattern of names in which <c>*</c> stands for any run of characters. Matching walks both texts once and steps back at
/// most to the last star: no pattern can make it slow. Case matters. Immutable, any thread.
/// </summary>
public static class NamePattern
{
    private const char Any = '*';

    /// <summary>True when the pattern covers the whole name.</summary>
    /// <param name="pattern">The pattern.</param>
    /// <param name="name">The name.</param>
    public static bool Covers(ReadOnlySpan<char> pattern, ReadOnlySpan<char> name)
    {
        int p = 0;
        int n = 0;
        int star = -1;
        int resume = 0;
        while (n < name.Length)
        {
            if (p < pattern.Length && pattern[p] == Any)
            {
                star = p++;
                resume = n;
            }
            else if (p < pattern.Length && pattern[p] == name[n])
            {
                p++;
                n++;
            }
            else if (star >= 0)
            {
                p = star + 1;
                n = ++resume;
            }
            else
            {
                return false;
            }
        }
        return pattern[p..].TrimStart(Any).IsEmpty;
    }

    /// <summary>
    /// What a pattern of a type leaves of a method's name: the segments behind as many as the pattern has, or null when those
    /// in front do not match. A star stays inside its segment: <c>A.B.*</c> is every type of the namespace <c>A.B</c>.
    /// </summary>
    /// <param name="typePattern">Dotted pattern of a type.</param>
    /// <param name="method">Normalised name <c>Namespace.Type.Method</c>.</param>
    public static string? Behind(string typePattern, string method)
    {
        ArgumentNullException.ThrowIfNull(typePattern);
        ArgumentNullException.ThrowIfNull(method);
        ReadOnlySpan<char> pattern = typePattern;
        ReadOnlySpan<char> rest = method;
        while (true)
        {
            int dot = rest.IndexOf('.');
            int end = pattern.IndexOf('.');
            if (dot < 0 || !Covers(end < 0 ? pattern : pattern[..end], rest[..dot]))
                return null;
            rest = rest[(dot + 1)..];
            if (end < 0)
                return rest.IsEmpty ? null : rest.ToString();
            pattern = pattern[(end + 1)..];
        }
    }
}
