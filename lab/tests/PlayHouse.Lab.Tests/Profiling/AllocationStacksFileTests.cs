using System.IO.Compression;
using System.Text;
using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Stacks;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Profiling.Tests;

public sealed class AllocationStacksFileTests(ITestOutputHelper output) : IDisposable
{
    private const string Header = """{"format":"playhouse.allocation-stacks","version":1,"types":1,"frames":1,"stacks":1,"cells":1}""";
    private const int Seed = 4711;
    private static readonly string[] Good = [Header, "\"T\"", """["F","M","Program",null]""", "[-1,0]", "[0,0,2,10,1,4]"];

    private readonly ScratchFolder _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void Read_WrittenFile_IsTheSame()
    {
        AllocationStacks written = Sample();
        string path = _scratch.File("a.stacks");
        AllocationStacksFile.Write(path, written);
        AllocationStacks read = AllocationStacksFile.Read(path);

        Assert.Equal(Lines(written), Lines(read));
        Assert.Equal((1e6, 123.5, "l-1", "baseline"), (read.Messages, read.ExactBytes, read.Origin, read.Arm));
        Assert.Equal(["too \"wide\" <mark>"], read.Invalid);
        Assert.Equal([path], Directory.GetFiles(_scratch.Path));
    }

    [Fact]
    public void Write_TableOfManyWindows_KeepsOnlyWhatIsUsed()
    {
        AllocationStacks all = Sample();
        AllocationStacks one = all with { Cells = [all.Cells[^1]], Messages = double.NaN, ExactBytes = double.NaN };
        AllocationStacks read = RoundTrip(one);

        Assert.Equal(Lines(one), Lines(read));
        Assert.Single(read.Types);
        Assert.Equal(read.Table.Walk(read.Cells[0].Stack).Count(), read.Table.Count);
        Assert.True(double.IsNaN(read.Messages) && double.IsNaN(read.ExactBytes));
    }

    [Fact]
    public void Write_NothingAllocated_IsReadBack() => Assert.Empty(RoundTrip(new AllocationStacksBuilder().Build()).Cells);

    [Fact]
    public void Write_OverAnOldFile_ReplacesIt()
    {
        string path = _scratch.File("a.stacks");
        File.WriteAllText(path, "old");
        AllocationStacksFile.Write(path, Sample());

        Assert.NotEmpty(AllocationStacksFile.Read(path).Cells);
    }

    [Fact]
    public void Write_MoreThanAFileHolds_IsRefusedAndLeavesNothing()
    {
        var builder = new AllocationStacksBuilder();
        for (int i = 0; i <= AllocationStacksFile.TypesMax; i++)
            builder.Add(StackTable.None, builder.Type($"T{i}"), 24);
        AllocationStacks tooMany = builder.Build();

        Assert.Contains("types", Assert.Throws<TraceFormatException>(() => AllocationStacksFile.Write(_scratch.File("a.stacks"), tooMany)).Message, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFiles(_scratch.Path));
    }

    [Fact]
    public void Read_CutAnywhere_IsRefused()
    {
        AllocationStacks stacks = Sample();
        byte[] whole = Packed(stacks);
        // The packed stream ends with marks and sums that hold no line.
        int content = whole.Length - 16;
        for (int length = 0; length < content; length += 41)
            Refused(whole[..length]);
        for (int length = content; length < whole.Length; length++)
            Assert.True(IsRefusedOrEqual(whole[..length], stacks));
    }

    [Fact]
    public void Read_AnyBitFlipped_IsRefused()
    {
        AllocationStacks stacks = Sample();
        byte[] whole = Packed(stacks);
        var random = new Random(Seed);
        for (int i = 0; i < 300; i++)
        {
            byte[] damaged = (byte[])whole.Clone();
            damaged[random.Next(damaged.Length)] ^= (byte)(1 << random.Next(8));
            Assert.True(IsRefusedOrEqual(damaged, stacks));
        }
    }

    [Fact]
    public void Read_DamagedBeforePacking_IsRefusedOrConsistent()
    {
        byte[] text = Unpacked(Packed(Sample()));
        var random = new Random(Seed);
        int refused = 0;
        for (int i = 0; i < 500; i++)
        {
            byte[] damaged = (byte[])text.Clone();
            damaged[random.Next(damaged.Length)] ^= (byte)(1 << random.Next(8));
            try
            {
                // Whatever is accepted can be walked to its end.
                Lines(AllocationStacksFile.Read(new MemoryStream(Pack(damaged)), "a.stacks"));
            }
            catch (TraceFormatException)
            {
                refused++;
            }
        }
        output.WriteLine($"seed {Seed}: {refused} of 500 refused");
        Assert.InRange(refused, 100, 499);
    }

    [Fact]
    public void Read_SmallestFile_IsRead() => Assert.Equal(["F T 2 10 1 4"], Lines(FromLines(Good)));

    [Theory]
    [InlineData(0, """{"format":"other","version":1,"types":0,"frames":0,"stacks":0,"cells":0}""", "not a file of allocation stacks")]
    [InlineData(0, """{"format":"playhouse.allocation-stacks","version":2,"types":0,"frames":0,"stacks":0,"cells":0}""", "version 1 is read")]
    [InlineData(0, """{"format":"playhouse.allocation-stacks","version":1,"types":-1,"frames":0,"stacks":0,"cells":0}""", "types, at most")]
    [InlineData(0, """{"format":"playhouse.allocation-stacks","version":1,"types":100001,"frames":0,"stacks":0,"cells":0}""", "types, at most")]
    [InlineData(0, """{"format":"playhouse.allocation-stacks","version":1,"types":0,"frames":300001,"stacks":0,"cells":0}""", "frames, at most")]
    [InlineData(0, """{"format":"playhouse.allocation-stacks","version":1,"types":0,"frames":0,"stacks":1000001,"cells":0}""", "stacks, at most")]
    [InlineData(0, """{"format":"playhouse.allocation-stacks","version":1,"types":0,"frames":0,"stacks":0,"cells":1000001}""", "cells, at most")]
    [InlineData(0, """{"format":"playhouse.allocation-stacks","version":1,"invalid":[null],"types":0,"frames":0,"stacks":0,"cells":0}""", "null")]
    [InlineData(0, """{"format":"playhouse.allocation-stacks","version":1,"messages":-1,"types":0,"frames":0,"stacks":0,"cells":0}""", "negative")]
    [InlineData(0, "null", "null")]
    [InlineData(0, "{}", "line 1")]
    [InlineData(1, "null", "without a name")]
    [InlineData(1, "7", "line 2")]
    [InlineData(2, """["F","M","Other",null]""", "unknown kind")]
    [InlineData(2, """["F","M","0",null]""", "unknown kind")]
    [InlineData(2, """["F",null,"Program",null]""", "without a name")]
    [InlineData(2, """["F","M","Program"]""", "line 3")]
    [InlineData(3, "[0,0]", "out of its range")]
    [InlineData(3, "[-2,0]", "out of its range")]
    [InlineData(3, "[-1,1]", "out of its range")]
    [InlineData(3, "[-1,0,0]", "another length")]
    [InlineData(3, "[-1]", "number is missing")]
    [InlineData(4, "[1,0,2,10,1,4]", "out of its range")]
    [InlineData(4, "[0,1,2,10,1,4]", "out of its range")]
    [InlineData(4, "[0,0,0,10,1,4]", "out of its range")]
    [InlineData(4, "[0,0,2,-10,1,4]", "negative or without end")]
    [InlineData(4, "[0,0,2,1e999,1,4]", "line 5")]
    [InlineData(4, "[0,0,2,10,1]", "figure is missing")]
    [InlineData(4, "", "too early")]
    [InlineData(4, "[[[[[[", "line 5")]
    public void Read_OneBadLine_IsRefusedWithThePlace(int line, string content, string reason)
    {
        string[] lines = (string[])Good.Clone();
        lines[line] = content;
        TraceFormatException error = Assert.Throws<TraceFormatException>(() => FromLines(lines));

        Assert.Contains(reason, error.Message, StringComparison.Ordinal);
        Assert.Contains("a.stacks", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Read_LinesBeyondTheAnnounced_AreRefused()
        => Assert.Contains("more lines", Assert.Throws<TraceFormatException>(() => FromLines([.. Good, "[0,0,2,10,1,4]"])).Message, StringComparison.Ordinal);

    [Theory]
    [InlineData(2, "frames")]
    [InlineData(3, "stacks")]
    [InlineData(4, "cells")]
    public void Read_OneLineTwice_IsRefused(int line, string table)
    {
        var lines = new List<string>(Good);
        lines.Insert(line, lines[line]);
        lines[0] = Header.Replace($"\"{table}\":1", $"\"{table}\":2", StringComparison.Ordinal);

        Assert.Contains("twice", Assert.Throws<TraceFormatException>(() => FromLines(lines)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Read_EndlessLine_StopsAtTheLimit()
    {
        byte[] bomb = Pack(w => w.Write(new string(' ', 64 << 20)));
        output.WriteLine($"{bomb.Length} bytes unpack to 64 MB");
        long before = GC.GetAllocatedBytesForCurrentThread();

        Assert.Contains("longer than", Refused(bomb).Message, StringComparison.Ordinal);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 4 * AllocationStacksFile.LineBytesMax);
    }

    [Fact]
    public void Read_NamesWithoutEnd_StopAtTheLimit()
    {
        string name = "\"" + new string('x', 1_000_000) + "\"";
        byte[] bomb = Pack(w =>
        {
            w.WriteLine(Header.Replace("\"types\":1", "\"types\":90000", StringComparison.Ordinal));
            for (int i = 0; i < 100; i++)
                w.WriteLine(name);
        });
        long before = GC.GetAllocatedBytesForCurrentThread();

        Assert.Contains("up to here", Refused(bomb).Message, StringComparison.Ordinal);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 3 * AllocationStacksFile.NamesBytesMax);
    }

    [Fact]
    public void Read_MissingFile_IsRefused()
        => Assert.Contains("no file none.stacks", Assert.Throws<TraceFormatException>(() => AllocationStacksFile.Read(_scratch.File("none.stacks"))).Message, StringComparison.Ordinal);

    internal static string[] Lines(AllocationStacks stacks)
        => [.. stacks.Cells
            .Select(c => FormattableString.Invariant(
                $"{string.Join(';', stacks.Table.Walk(c.Stack).Select(Text))} {stacks.Types[c.Type]} {c.Estimate.Samples} {c.Estimate.Bytes:R} {c.Estimate.Objects:R} {c.Estimate.Variance:R}"))
            .Order(StringComparer.Ordinal)];

    private static string Text(StackFrame frame)
        => frame is { Module: "M", Kind: FrameKind.Program, Source: null } ? frame.Name : frame.ToString();

    private static AllocationStacks Sample()
    {
        var random = new Random(7);
        var builder = new AllocationStacksBuilder();
        StackFrame[] frames = [.. Enumerable.Range(0, 20).Select(i => new StackFrame(
            $"N.T<{i}>.한글\"{i}\"", i % 3 == 0 ? "" : "Mod", (FrameKind)(i % 5), i % 2 == 0 ? $"File.cs:{i}" : null))];
        for (int i = 0; i < 300; i++)
        {
            StackFrame[] stack = [.. Enumerable.Range(0, random.Next(6)).Select(_ => frames[random.Next(frames.Length)])];
            builder.Add(builder.Stack(stack), builder.Type($"System.Type`1[{random.Next(9)}]"), random.Next(24, 200_000));
        }
        return builder.Build() with { Messages = 1e6, ExactBytes = 123.5, Origin = "l-1", Arm = "baseline", Invalid = ["too \"wide\" <mark>"] };
    }

    private static AllocationStacks RoundTrip(AllocationStacks stacks) => AllocationStacksFile.Read(new MemoryStream(Packed(stacks)), "a.stacks");

    private static byte[] Packed(AllocationStacks stacks)
    {
        var into = new MemoryStream();
        AllocationStacksFile.Write(into, stacks);
        return into.ToArray();
    }

    private static AllocationStacks FromLines(IEnumerable<string> lines)
        => AllocationStacksFile.Read(new MemoryStream(Pack(w => w.Write(string.Concat(lines.Select(l => l + "\n"))))), "a.stacks");

    private static byte[] Pack(Action<StreamWriter> write)
    {
        var text = new MemoryStream();
        using (var writer = new StreamWriter(text, new UTF8Encoding(false)))
            write(writer);
        return Pack(text.ToArray());
    }

    private static byte[] Pack(byte[] text)
    {
        var into = new MemoryStream();
        using (var packed = new GZipStream(into, CompressionLevel.Fastest))
            packed.Write(text);
        return into.ToArray();
    }

    private static byte[] Unpacked(byte[] content)
    {
        var text = new MemoryStream();
        using var unpacked = new GZipStream(new MemoryStream(content), CompressionMode.Decompress);
        unpacked.CopyTo(text);
        return text.ToArray();
    }

    private static bool IsRefusedOrEqual(byte[] content, AllocationStacks expected)
    {
        try
        {
            return Lines(AllocationStacksFile.Read(new MemoryStream(content), "a.stacks")).SequenceEqual(Lines(expected));
        }
        catch (TraceFormatException)
        {
            return true;
        }
    }

    private static TraceFormatException Refused(byte[] content)
        => Assert.Throws<TraceFormatException>(() => AllocationStacksFile.Read(new MemoryStream(content), "a.stacks"));
}
