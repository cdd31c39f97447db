using System.Buffers.Binary;
using System.Text;

namespace PlayHouse.Lab.Profiling.Reading.Nettrace;

/// <summary>What a block of a nettrace file holds.</summary>
internal enum BlockKind
{
    /// <summary>Events.</summary>
    Events,

    /// <summary>Descriptions of kinds of events.</summary>
    Metadata,

    /// <summary>Stacks by number.</summary>
    Stacks,

    /// <summary>A point at which numbers of stacks begin again and every thread tells how many events it wrote.</summary>
    SequencePoint,
}

/// <summary>Takes the content of one block. Valid only during the call.</summary>
internal delegate void BlockHandler(BlockKind kind, ReadOnlySpan<byte> content);

/// <summary>
/// Walks the outer structure of a nettrace file (version 4), block by block, in one buffer. A file cut anywhere, or with a
/// broken block length, is refused with the place. Static, safe from any thread.
/// </summary>
internal static class NettraceFile
{
    /// <summary>Largest block; the runtime writes some 100 kB.</summary>
    public const int BlockBytesMax = 32 << 20;

    private const byte NullTag = 1;
    private const byte BeginTag = 5;
    private const byte EndTag = 6;
    private const int Version = 4;
    private const int HeaderBytes = 48;
    private const int WallClockBytes = 16;
    private const int PointerSizeAt = 32;
    private const int NameBytesMax = 64;
    private const string Advice = "The target died or the capture was not stopped; repeat the diagnostic launch.";

    private static ReadOnlySpan<byte> Magic => "Nettrace\x14\0\0\0!FastSerialization.1"u8;

    /// <summary>Walks the whole file; returns the tick at which the session began.</summary>
    /// <param name="path">The file.</param>
    /// <param name="onBlock">Takes each block in the order of the file.</param>
    /// <param name="cancellationToken">Stops between two blocks.</param>
    /// <exception cref="TraceFormatException">The file is not a complete nettrace file.</exception>
    public static long Walk(string path, BlockHandler onBlock, CancellationToken cancellationToken)
    {
        using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, 1 << 16, FileOptions.SequentialScan);
        if (file.Length == 0)
            throw new TraceFormatException($"The trace {Path.GetFileName(path)} is empty. {Advice}");

        Span<byte> magic = stackalloc byte[Magic.Length];
        if (file.ReadAtLeast(magic, magic.Length, throwOnEndOfStream: false) < magic.Length || !magic.SequenceEqual(Magic))
            throw Broken(file, 0, "it does not begin as a nettrace file", "Give the .nettrace file of a diagnostic launch.");

        long startTicks = -1;
        byte[] buffer = [];
        while (ReadObject(file, ref startTicks, ref buffer, onBlock))
            cancellationToken.ThrowIfCancellationRequested();
        if (startTicks < 0)
            throw Broken(file, file.Position, "it ends before its header", Advice);
        return startTicks;
    }

    /// <summary>Reads one object; false at the end mark of the file.</summary>
    private static bool ReadObject(FileStream file, ref long startTicks, ref byte[] buffer, BlockHandler onBlock)
    {
        long start = file.Position;
        byte tag = Byte(file);
        if (tag == NullTag)
            return file.Position == file.Length ? false : throw Broken(file, start, "data follow the end mark", Advice);
        Expect(file, tag, BeginTag);
        Expect(file, Byte(file), BeginTag);
        Expect(file, Byte(file), NullTag);
        int version = Int32(file);
        Int32(file);
        string name = Name(file);
        Expect(file, Byte(file), EndTag);
        if (startTicks < 0)
            startTicks = ReadHeader(file, start, name, version);
        else
            ReadBlock(file, start, name, ref buffer, onBlock);
        Expect(file, Byte(file), EndTag);
        return true;
    }

    private static long ReadHeader(FileStream file, long start, string name, int version)
    {
        if (name != "Trace" || version != Version)
            throw Broken(file, start, $"its header is '{name}' version {version}, not 'Trace' version {Version}", Advice);
        Span<byte> header = stackalloc byte[HeaderBytes];
        if (file.ReadAtLeast(header, HeaderBytes, throwOnEndOfStream: false) < HeaderBytes)
            throw Broken(file, file.Position, "it ends inside its header", Advice);
        long startTicks = BinaryPrimitives.ReadInt64LittleEndian(header[WallClockBytes..]);
        if (BinaryPrimitives.ReadInt32LittleEndian(header[PointerSizeAt..]) != sizeof(long))
            throw Broken(file, start, "it is of a process that is not 64-bit", "Trace a 64-bit process.");
        return startTicks >= 0 ? startTicks : throw Broken(file, start, "its session begins at a negative tick", Advice);
    }

    private static void ReadBlock(FileStream file, long start, string name, ref byte[] buffer, BlockHandler onBlock)
    {
        BlockKind kind = name switch
        {
            "EventBlock" => BlockKind.Events,
            "MetadataBlock" => BlockKind.Metadata,
            "StackBlock" => BlockKind.Stacks,
            "SPBlock" => BlockKind.SequencePoint,
            _ => throw Broken(file, start, "it holds a block of an unknown kind", Advice),
        };
        int size = Int32(file);
        if (size < 0)
            throw Broken(file, start, "a block has a negative length", Advice);
        long padding = (4 - file.Position % 4) % 4;
        if (file.Position + padding + size > file.Length)
            throw Broken(file, file.Position, $"{padding + size} bytes should follow, {file.Length - file.Position} do", Advice);
        if (size > BlockBytesMax)
            throw Broken(file, start, $"a block has {size} bytes, at most {BlockBytesMax} are read", Advice);
        file.Position += padding;
        if (buffer.Length < size)
            buffer = new byte[size];
        file.ReadExactly(buffer, 0, size);
        try
        {
            onBlock(kind, buffer.AsSpan(0, size));
        }
        catch (FormatException error)
        {
            throw Broken(file, start, error.Message, Advice);
        }
    }

    private static string Name(FileStream file)
    {
        int length = Int32(file);
        if (length is < 1 or > NameBytesMax)
            throw Broken(file, file.Position, $"a block name of {length} bytes", Advice);
        Span<byte> name = stackalloc byte[length];
        if (file.ReadAtLeast(name, length, throwOnEndOfStream: false) < length)
            throw Broken(file, file.Position, "it ends inside a block name", Advice);
        return Encoding.Latin1.GetString(name);
    }

    private static int Int32(FileStream file)
    {
        Span<byte> value = stackalloc byte[4];
        if (file.ReadAtLeast(value, 4, throwOnEndOfStream: false) < 4)
            throw Broken(file, file.Position, "it ends inside a number", Advice);
        return BinaryPrimitives.ReadInt32LittleEndian(value);
    }

    private static byte Byte(FileStream file)
    {
        int value = file.ReadByte();
        return value >= 0 ? (byte)value : throw Broken(file, file.Position, "it ends without its end mark", Advice);
    }

    private static void Expect(FileStream file, byte actual, byte expected)
    {
        if (actual != expected)
            throw Broken(file, file.Position - 1, $"tag {actual} where {expected} should be", Advice);
    }

    private static TraceFormatException Broken(FileStream file, long at, string what, string advice)
        => new($"The trace {Path.GetFileName(file.Name)} is damaged at byte {at} of {file.Length}: {what}. {advice}");
}
