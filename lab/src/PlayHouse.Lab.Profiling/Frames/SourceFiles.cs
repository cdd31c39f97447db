namespace PlayHouse.Lab.Profiling.Frames;

/// <summary>Source lines of all modules of a trace, each opened once. One thread; the owner disposes it.</summary>
internal sealed class SourceFiles : IDisposable
{
    private readonly Dictionary<string, SourceLines> _lines = new(StringComparer.Ordinal);

    /// <summary><c>File.cs:12</c>, or null.</summary>
    /// <param name="modulePath">The module as the trace names it.</param>
    /// <param name="methodToken">Metadata token of the method.</param>
    /// <param name="ilOffset">Offset in its IL; below 0 when unknown.</param>
    public string? Find(string modulePath, int methodToken, int ilOffset)
    {
        if (!_lines.TryGetValue(modulePath, out SourceLines? lines))
            _lines.Add(modulePath, lines = SourceLines.Open(modulePath));
        return lines.Find(methodToken, ilOffset);
    }

    public void Dispose()
    {
        foreach (SourceLines lines in _lines.Values)
            lines.Dispose();
    }
}
