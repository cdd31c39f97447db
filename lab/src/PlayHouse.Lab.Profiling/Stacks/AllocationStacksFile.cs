using System.IO.Compression;

namespace PlayHouse.Lab.Profiling.Stacks;

/// <summary>
/// Keeps <see cref="AllocationStacks"/> in a file that any tool can read: gzip around one JSON value per line.
/// <list type="number">
/// <item>An object with <c>format</c>, <c>version</c>, <c>origin</c>, <c>arm</c>, <c>messages</c>, <c>exactBytes</c>
/// (null where not counted), <c>invalid</c>, and how many <c>types</c>, <c>frames</c>, <c>stacks</c> and <c>cells</c> follow.</item>
/// <item>Types, each a string.</item>
/// <item>Frames, each <c>[name, module, kind, source or null]</c>.</item>
/// <item>Stacks, each <c>[stack of the caller or −1, frame]</c>; a caller comes before its callees.</item>
/// <item>Cells, each <c>[stack or −1, type, samples, bytes, objects, variance]</c>; each stack and type once.</item>
/// </list>
/// Reading trusts nothing: whatever the file holds, no more is kept than the limits here allow, about 250 MB at the very most.
/// Static, safe from any thread.
/// </summary>
public static class AllocationStacksFile
{
    /// <summary>Name of the format in the first line.</summary>
    public const string Format = "playhouse.allocation-stacks";

    /// <summary>Version that is written, and the only one that is read.</summary>
    public const int Version = 1;

    /// <summary>Usual name of a file next to its trace.</summary>
    public const string FileName = "allocations.stacks";

    /// <summary>Most types in a file.</summary>
    public const int TypesMax = 100_000;

    /// <summary>Most frames in a file.</summary>
    public const int FramesMax = 300_000;

    /// <summary>Most stacks in a file, the stacks of callers included.</summary>
    public const int StacksMax = 1_000_000;

    /// <summary>Most cells in a file.</summary>
    public const int CellsMax = 1_000_000;

    /// <summary>Longest line, bytes before compression.</summary>
    public const int LineBytesMax = 1 << 20;

    /// <summary>Largest first line, all types and all frames together, bytes before compression.</summary>
    public const long NamesBytesMax = 32L << 20;

    /// <summary>Largest content, bytes before compression.</summary>
    public const long ContentBytesMax = 256L << 20;

    /// <summary>Writes a file, or leaves the old one as it was: it is complete or not there.</summary>
    /// <param name="path">File; its folder exists.</param>
    /// <param name="stacks">What to write; only stacks that a cell uses are written.</param>
    /// <exception cref="TraceFormatException">More than a file holds.</exception>
    /// <exception cref="IOException">It cannot be written.</exception>
    public static void Write(string path, AllocationStacks stacks)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        ArgumentNullException.ThrowIfNull(stacks);
        string partial = $"{path}.{Guid.NewGuid():N}.partial";
        try
        {
            using (FileStream file = File.Create(partial))
                Write(file, stacks);
            File.Move(partial, path, overwrite: true);
        }
        finally
        {
            File.Delete(partial);
        }
    }

    /// <summary>Reads a file.</summary>
    /// <param name="path">A file that <see cref="Write(string, AllocationStacks)"/> made.</param>
    /// <exception cref="TraceFormatException">It is missing, damaged, of another version or beyond a limit.</exception>
    public static AllocationStacks Read(string path)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        string name = Path.GetFileName(path);
        try
        {
            using FileStream file = File.OpenRead(path);
            return Read(file, name);
        }
        catch (Exception error) when (error is FileNotFoundException or DirectoryNotFoundException)
        {
            throw new TraceFormatException($"There is no file {name}. Repeat the diagnostic launch.", error);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            throw new TraceFormatException($"The file {name} cannot be read: {error.Message}", error);
        }
    }

    internal static void Write(Stream into, AllocationStacks stacks)
    {
        using var packed = new GZipStream(into, CompressionLevel.Fastest, leaveOpen: true);
        new StacksWriter(packed).Write(StacksCompaction.Of(stacks));
    }

    internal static AllocationStacks Read(Stream from, string name)
    {
        using var unpacked = new GZipStream(from, CompressionMode.Decompress, leaveOpen: true);
        return new StacksReader(unpacked, name).Read();
    }
}
