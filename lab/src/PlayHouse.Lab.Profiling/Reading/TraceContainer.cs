using System.Buffers.Binary;
using System.Text;

namespace PlayHouse.Lab.Profiling.Reading;

/// <summary>
/// Walks the outer structure of a nettrace file (version 4) without looking into its blocks. A file cut anywhere, or with a
/// broken block length, is refused here with the place, before the trace library follows pointers into it.
/// </summary>
internal static class TraceContainer
{
    private const byte NullTag = 1;
    private const byte BeginTag = 5;
    private const byte EndTag = 6;
    private const int Version = 4;
    private const int HeaderBytes = 48;
    private const int WallClockBytes = 16;
    private const int NameBytesMax = 64;
    private const string Advice = "The target died or the capture was not stopped; repeat the diagnostic launch.";

    private static ReadOnlySpan<byte> Magic => "Nettrace\x14\0\0\0!FastSerialization.1"u8;

    /// <summary>Checks the whole file; returns the tick at which the session began.</summary>
    /// <exception cref="TraceFormatException">The file is not a complete nettrace file.</exception>
    public static long Check(string path)
    {
        using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, 1 << 12);
        if (file.Length == 0)
            throw new TraceFormatException($"The trace {Path.GetFileName(path)} is empty. {Advice}");

        Span<byte> magic = stackalloc byte[Magic.Length];
        if (file.ReadAtLeast(magic, magic.Length, throwOnEndOfStream: false) < magic.Length || !magic.SequenceEqual(Magic))
            throw Broken(file, 0, "it does not begin as a nettrace file", "Give the .nettrace file of a diagnostic launch.");

        long startTicks = -1;
        while (ReadObject(file, ref startTicks))
        {
        }
        if (startTicks < 0)
            throw Broken(file, file.Position, "it ends before its header", Advice);
        return startTicks;
    }

    /// <summary>Reads one object; false at the end mark of the file.</summary>
    private static bool ReadObject(FileStream file, ref long startTicks)
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
            SkipBlock(file, start, name);
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
        return startTicks >= 0 ? startTicks : throw Broken(file, start, "its session begins at a negative tick", Advice);
    }

    private static void SkipBlock(FileStream file, long start, string name)
    {
        if (name is not ("EventBlock" or "MetadataBlock" or "StackBlock" or "SPBlock"))
            throw Broken(file, start, "it holds a block of an unknown kind", Advice);
        int size = Int32(file);
        if (size < 0)
            throw Broken(file, start, "a block has a negative length", Advice);
        Skip(file, (4 - file.Position % 4) % 4 + size);
    }

    private static void Skip(FileStream file, long count)
    {
        if (file.Position + count > file.Length)
            throw Broken(file, file.Position, $"{count} bytes should follow, {file.Length - file.Position} do", Advice);
        file.Position += count;
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
