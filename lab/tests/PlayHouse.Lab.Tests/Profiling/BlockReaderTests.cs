using System.Buffers.Binary;
using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Reading.Nettrace;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Tests;

/// <summary>Blocks of a file, made by hand from the description of the format.</summary>
public sealed class BlockReaderTests
{
    [Fact]
    public void Next_FullHeaders_GivesEachEvent()
    {
        byte[] block = [.. BlockHeader(0), .. Full(7 | int.MinValue, 3, 11, 5, 1000, [1, 2, 3]), .. Full(8, 4, 11, 6, 1001, [])];
        var blobs = new EventBlobs(block);

        Assert.True(blobs.Next());
        Assert.Equal(new EventHeader(7, 3, 11, 5, 1000, true, 99), blobs.Event);
        Assert.Equal([1, 2, 3], blobs.Payload.ToArray());
        Assert.True(blobs.Next());
        Assert.Equal(new EventHeader(8, 4, 11, 6, 1001, false, 99), blobs.Event);
        Assert.False(blobs.Next());
    }

    [Fact]
    public void Next_CompressedHeaders_CarryOverWhatIsLeftOut()
    {
        byte[] all = [1 | 2 | 4 | 8 | 64 | 128, 7, 2, 11, 0, 12, 5, .. Varint(1000), 2, 0xAA, 0xBB];
        byte[] same = [0, 1, 0xCC, 0xDD];
        byte[] guids = [16 | 32 | 128, 1, .. new byte[32], 0];
        var blobs = new EventBlobs([.. BlockHeader(1), .. all, .. same, .. guids]);

        Assert.True(blobs.Next());
        Assert.Equal(new EventHeader(7, 3, 11, 5, 1000, true, 12), blobs.Event);
        Assert.True(blobs.Next());
        Assert.Equal(new EventHeader(7, 4, 11, 5, 1001, false, 12), blobs.Event);
        Assert.Equal([0xCC, 0xDD], blobs.Payload.ToArray());
        Assert.True(blobs.Next());
        Assert.Equal(new EventHeader(7, 5, 11, 5, 1002, false, 12), blobs.Event);
        Assert.Equal(0, blobs.Payload.Length);
        Assert.False(blobs.Next());
    }

    [Theory]
    [InlineData("")]
    [InlineData("0400")]
    [InlineData("1400 0100 0000000000000000 0000000000000000 FF")]
    [InlineData("1400 0100 0000000000000000 0000000000000000 80 00 FFFFFFFF0F")]
    [InlineData("1400 0100 0000000000000000 0000000000000000 01 FFFFFFFFFFFFFFFFFFFFFF")]
    [InlineData("1400 0000 0000000000000000 0000000000000000 08000000 0000000000000000")]
    [InlineData("1400 0000 0000000000000000 0000000000000000 FFFFFFFF")]
    public void Next_DamagedBlock_IsAFormatError(string hex)
    {
        byte[] block = Convert.FromHexString(hex.Replace(" ", "", StringComparison.Ordinal));

        Assert.Throws<FormatException>(() =>
        {
            var blobs = new EventBlobs(block);
            while (blobs.Next())
            {
            }
        });
    }

    [Fact]
    public void Lost_GapsOfAThread_AreCounted()
    {
        var lost = new LostEvents();
        lost.OnEvent(1, 5);
        lost.OnEvent(1, 6);
        lost.OnEvent(2, 1);
        Assert.Equal(0, lost.Count);

        lost.OnEvent(1, 10);
        Assert.Equal(3, lost.Count);
        lost.OnSequencePoint([.. new byte[8], 2, 0, 0, 0, .. Thread(1, 12), .. Thread(2, 1)]);
        Assert.Equal(5, lost.Count);
        lost.OnSequencePoint([.. new byte[8], 1, 0, 0, 0, .. Thread(1, 0)]);
        long before = lost.Count;
        // A thread that takes over the number of one that ended begins to count again.
        lost.OnEvent(1, 1);
        Assert.Equal(before, lost.Count);
    }

    [Fact]
    public void Add_TableNearlyFull_FoldsToTheInnermostFramesAndKeepsTheSite()
    {
        const int StacksMax = 3000;
        const int Methods = 200;
        var random = new Random(4711);
        var book = new StackBook(Map(Methods), StacksMax);
        int folded = 0;
        for (int i = 0; i < 3000; i++)
        {
            ulong[] frames = [.. Enumerable.Range(0, 50).Select(_ => 1000 * (ulong)random.Next(1, Methods + 1) + 5)];
            book.Add(StackBlock(i, frames));
            BookedStack found = book.Find(i, null);
            folded += found.Marks.HasFlag(StackMarks.Folded) ? 1 : 0;
            Assert.Equal($"T.M{frames[0] / 1000}", book.Table.FrameOf(found.Stack).Name);
            Assert.Equal(found.Marks.HasFlag(StackMarks.Folded), book.Table.Walk(found.Stack).Last() == StackBook.Folded);
        }

        Assert.InRange(folded, 2900, 2999);
        Assert.InRange(book.Table.Count, StacksMax / 10 * 7, StacksMax);
    }

    [Fact]
    public void Find_UnknownNumberOrNumberBeforeASequencePoint_HasNoStack()
    {
        var book = new StackBook(Map(1));
        book.Add(StackBlock(7, [1005]));
        Assert.Equal(StackMarks.None, book.Find(7, null).Marks);
        Assert.Equal(new BookedStack(StackTable.None, StackMarks.Unresolved), book.Find(8, null));

        book.OnSequencePoint();
        Assert.Equal(new BookedStack(StackTable.None, StackMarks.Unresolved), book.Find(7, null));
    }

    [Fact]
    public void Add_AddressOutsideEveryMethod_IsUnresolved()
    {
        var book = new StackBook(Map(2));
        foreach ((int number, ulong address) in new[] { (0, 5UL), (1, 1000UL), (2, 1900UL), (3, ulong.MaxValue), (4, 0UL) })
        {
            book.Add(StackBlock(number, [address]));
            Assert.Equal(StackMarks.Unresolved, book.Find(number, null).Marks);
        }
        // The last byte of a method's code can be a call; its return address lies behind the method.
        book.Add(StackBlock(5, [1500]));
        Assert.Equal(StackMarks.None, book.Find(5, null).Marks);
    }

    [Theory]
    [InlineData(1, true)]
    [InlineData(2, false)]
    [InlineData(3, true)]
    [InlineData(4, false)]
    [InlineData(6, true)]
    public void Find_QuickCode_IsMarked(int tier, bool isQuick)
    {
        var book = new StackBook(new CodeMap([new MethodCode(1000, 500, 1, 0, (CodeTier)tier, "T.M", null)], new Dictionary<ulong, string>()));
        book.Add(StackBlock(0, [1005]));

        Assert.Equal(isQuick, book.Find(0, null).Marks.HasFlag(StackMarks.Quick));
    }

    [Fact]
    public void At_OptimisedMap_GivesTheWholeStretch()
    {
        var map = new IlMap([0, 40, 10, 60], [-2, 7, 3, -3]);

        Assert.Equal(IlRange.Unknown, map.At(5));
        Assert.Equal(new IlRange(3, 7), map.At(10));
        Assert.Equal(new IlRange(3, 7), map.At(39));
        Assert.Equal(new IlRange(7, int.MaxValue), map.At(50));
        Assert.Equal(new IlRange(7, int.MaxValue), map.At(70));
    }

    private static CodeMap Map(int methods) => new(
        Enumerable.Range(1, methods).Select(i => new MethodCode(1000 * (ulong)i, 500, 1, 0, CodeTier.Tier1, $"T.M{i}", null)),
        new Dictionary<ulong, string> { [1] = "/app/Mine.dll" });

    private static byte[] StackBlock(int first, params ulong[] frames)
        => [.. Int32(first), .. Int32(1), .. Int32(frames.Length * 8), .. frames.SelectMany(BitConverter.GetBytes)];

    private static byte[] BlockHeader(short flags) => [20, 0, (byte)flags, 0, .. new byte[16]];

    private static byte[] Full(int metadata, int sequence, long thread, int stack, long ticks, byte[] payload)
    {
        byte[] blob =
        [
            .. Int32(metadata), .. Int32(sequence), .. BitConverter.GetBytes(99L), .. BitConverter.GetBytes(thread), .. Int32(0), .. Int32(stack),
            .. BitConverter.GetBytes(ticks), .. new byte[32], .. Int32(payload.Length), .. payload,
        ];
        return [.. Int32(blob.Length), .. blob, .. new byte[(4 - blob.Length % 4) % 4]];
    }

    private static byte[] Thread(long thread, int sequence) => [.. BitConverter.GetBytes(thread), .. Int32(sequence)];

    private static byte[] Int32(int value)
    {
        byte[] bytes = new byte[4];
        BinaryPrimitives.WriteInt32LittleEndian(bytes, value);
        return bytes;
    }

    private static byte[] Varint(int value) => value < 128 ? [(byte)value] : [(byte)(value | 128), .. Varint(value >> 7)];
}
