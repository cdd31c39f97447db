using System.IO.Compression;
using PlayHouse.Lab.Profiling.Reading;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Profiling.Trees;

namespace PlayHouse.Lab.Profiling.Tests;

/// <summary>Traces that dotnet-trace made: <c>foreign/README.md</c> says how.</summary>
public sealed class ForeignTraceTests : IDisposable
{
    private readonly ScratchFolder _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void Sampled_IsReadAsAWhole_AndSaysWhatItLacks()
    {
        WholeTrace trace = WholeTrace.Read(Unpack("sampled"));

        Assert.Empty(trace.Stacks.Invalid);
        Assert.True(double.IsNaN(trace.Stacks.Messages));
        Assert.True(double.IsNaN(trace.Stacks.ExactBytes));
        Assert.Equal(2, trace.Lacks.Count);
        Assert.InRange(trace.Seconds, 3, 3.5);
        // The process allocated 20 MB in each of these seconds, and the file is always the same: 580 samples.
        Assert.Equal(580, trace.Stacks.Total().Samples);
        Assert.InRange(trace.Stacks.Total().Bytes / trace.Seconds, 17e6, 21e6);
    }

    [Fact]
    public void Sampled_HasTheSitesOfTheProgramUnderItsMain()
    {
        AllocationStacks stacks = WholeTrace.Read(Unpack("sampled")).Stacks;

        SiteEstimate largest = SiteTable.Of(stacks)[0];
        Assert.Equal(("PlayHouse.Lab.Profiling.Child.Sites.Bytes", "System.Byte[]", 169), (largest.Site, largest.Type, largest.Estimate.Samples));
        MethodRow main = AllocationTables.Methods(stacks).First(m => m.Method.Name.EndsWith("Program.Main", StringComparison.Ordinal));
        Assert.True(main.Total.Bytes > 0.95 * stacks.Total().Bytes);
    }

    [Theory]
    [InlineData("tick", "576 AllocationTick events", "biased")]
    [InlineData("threads", "2332 samples of running threads", "no allocations")]
    public void OtherEvents_AreRefusedWithWhatTheyAreAndWhatToDo(string name, string found, string why)
    {
        string message = Assert.Throws<TraceFormatException>(() => WholeTrace.Read(Unpack(name))).Message;

        Assert.Contains(found, message, StringComparison.Ordinal);
        Assert.Contains(why, message, StringComparison.Ordinal);
        Assert.Contains("--clrevents gc+allocationsampling", message, StringComparison.Ordinal);
    }

    [Fact]
    public void Truncated_IsRefused()
    {
        string path = Unpack("sampled");
        using (FileStream file = File.OpenWrite(path))
            file.SetLength(file.Length / 2);

        Assert.Throws<TraceFormatException>(() => WholeTrace.Read(path));
        Assert.Throws<TraceFormatException>(() => TraceContents.Of(path));
    }

    private string Unpack(string name)
    {
        string path = _scratch.File(name + ".nettrace");
        using FileStream packed = File.OpenRead(Path.Combine(AppContext.BaseDirectory, "foreign", name + ".nettrace.gz"));
        using var unpacked = new GZipStream(packed, CompressionMode.Decompress);
        using FileStream file = File.Create(path);
        unpacked.CopyTo(file);
        return path;
    }
}
