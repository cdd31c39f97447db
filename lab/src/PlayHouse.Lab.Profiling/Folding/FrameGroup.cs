namespace PlayHouse.Lab.Profiling.Folding;

/// <summary>Methods shown as one under a name.</summary>
/// <param name="Pattern">Which methods.</param>
/// <param name="Name">What they are called together.</param>
public sealed record FrameGroup(FramePattern Pattern, string Name)
{
    private const string Arrow = "->";

    /// <summary>Reads <c>pattern -> name</c>.</summary>
    /// <param name="text">The rule.</param>
    /// <exception cref="FramePatternException">There is no arrow, no name, or the pattern is wrong.</exception>
    public static FrameGroup Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        int arrow = text.LastIndexOf(Arrow, StringComparison.Ordinal);
        if (arrow < 0)
            throw new FramePatternException($"The group {text} has no '->': write PATTERN->NAME, for example System.Linq.*->LINQ.");
        string name = text[(arrow + Arrow.Length)..].Trim();
        return name.Length == 0
            ? throw new FramePatternException($"The group {text} has no name behind character {arrow + Arrow.Length}: write PATTERN->NAME.")
            : new FrameGroup(FramePattern.Parse(text[..arrow].Trim()), name);
    }
}
