namespace PlayHouse.Lab.Profiling.Reading;

/// <summary>What every reader of a trace file refuses before it looks inside. Static, safe from any thread.</summary>
internal static class TraceFile
{
    /// <summary>Reads a file that is there and not too large; whatever the disk says is a <see cref="TraceFormatException"/>.</summary>
    public static T Guarded<T>(string path, long fileBytesMax, Func<T> read)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        string name = Path.GetFileName(path);
        try
        {
            var file = new FileInfo(path);
            if (!file.Exists)
                throw new TraceFormatException($"There is no trace file {name}. Repeat the diagnostic launch.");
            if (file.Length > fileBytesMax)
                throw new TraceFormatException($"The trace {name} has {file.Length} bytes, more than the {fileBytesMax} that are read. Trace a shorter window.");
            return read();
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            throw new TraceFormatException($"The trace {name} cannot be read: {error.Message}", error);
        }
    }
}
