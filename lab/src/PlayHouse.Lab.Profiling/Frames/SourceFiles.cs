namespace PlayHouse.Lab.Profiling.Frames;

/// <summary>Source lines of all modules of a trace, each opened once. One thread; the owner disposes it.</summary>
internal sealed class SourceFiles : IDisposable
{
    private readonly Dictionary<string, SourceLines> _lines = new(StringComparer.Ordinal);

    /// <summary><c>File.cs:12</c>, <c>File.cs:~12</c> where several lines are possible, or null.</summary>
    /// <param name="modulePath">The module as the trace names it.</param>
    /// <param name="methodToken">Metadata token of the method.</param>
    /// <param name="il">Where in its IL.</param>
    public string? Find(string modulePath, int methodToken, IlRange il)
    {
        if (!_lines.TryGetValue(modulePath, out SourceLines? lines))
            _lines.Add(modulePath, lines = SourceLines.Open(modulePath));
        return lines.Find(methodToken, il);
    }

    public void Dispose()
    {
        foreach (SourceLines lines in _lines.Values)
            lines.Dispose();
    }
}
