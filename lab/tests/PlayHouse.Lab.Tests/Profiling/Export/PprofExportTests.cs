using System.IO.Compression;
using PlayHouse.Lab.Profiling.Export;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Profiling.Tests.Export.Pprof;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Profiling.Tests.Export;

public sealed class PprofExportTests(ITestOutputHelper output)
{
    [Fact]
    public void TwoArms_ReadByAnotherParser_AreAllThere()
    {
        Profile profile = Parse(ExportWindows.TwoArms);

        Assert.Equal("", profile.StringTable[0]);
        Assert.Equal(["alloc_objects/count", "alloc_space/bytes", "samples/count"], profile.SampleType.Select(t => $"{Text(profile, t.Type)}/{Text(profile, t.Unit)}"));
        Assert.Equal("alloc_space", Text(profile, profile.DefaultSampleType));
        Assert.Equal(102_400, profile.Period);
        Assert.Equal(
            [
                "Game.Codec.Encode:31 < Main:0 | 40 | arm=baseline launch=l-1 type=System.Byte[]",
                "Game.Stage.Post:7 < Main:0 | 12 | arm=baseline launch=l-1 type=System.String",
                "Game.Codec.Encode:31 < Main:0 | 3 | arm=candidate launch=l-2 type=System.Byte[]",
            ],
            profile.Sample.Select(s => Line(profile, s)));
        AllocationStacks first = ExportWindows.TwoArms[0];
        Assert.Equal(first.Cells.Select(c => (long)Math.Round(c.Estimate.Bytes)), profile.Sample.Take(2).Select(s => s.Value[1]));
        Assert.Equal(first.Cells.Select(c => (long)Math.Round(c.Estimate.Objects)), profile.Sample.Take(2).Select(s => s.Value[0]));
    }

    [Fact]
    public void RandomStacks_OfManyBuffers_AddUp()
    {
        AllocationStacks window = SampleStacks.Random(21, 1_000, 25, 300);
        Profile profile = Parse(window);

        Assert.Equal(window.Cells.Count, profile.Sample.Count);
        Assert.Equal(window.Total().Samples, profile.Sample.Sum(s => s.Value[2]));
        Assert.Equal(window.Total().Bytes, profile.Sample.Sum(s => (double)s.Value[1]), (double)window.Cells.Count);
        Assert.Equal(Enumerable.Range(1, profile.Location.Count).Select(i => (ulong)i), profile.Location.Select(l => l.Id));
        Assert.Equal(Enumerable.Range(1, profile.Function.Count).Select(i => (ulong)i), profile.Function.Select(f => f.Id));
        Assert.All(profile.Sample.Zip(window.Cells), p => Assert.Equal(
            window.Table.Walk(p.Second.Stack).Select(f => f.Name), p.First.LocationId.Select(id => Method(profile, id))));
    }

    [Fact]
    public void HostileNames_AreKeptAsTheyAre_AndTheInvalidTraceIsNamed()
    {
        Profile profile = Parse(ExportWindows.Hostile);

        Assert.Contains(profile.Comment, c => Text(profile, c).Contains("INVALID TRACE: 2 events were lost", StringComparison.Ordinal));
        Assert.Contains(profile.Function, f => Text(profile, f.Name) == "@SUM(A1)");
    }

    /// <summary>The reader everybody uses.</summary>
    [Trait("Run", "selftest-pprof")]
    [Fact]
    public async Task GoPprof_ReadsArmsTypesAndBytes()
    {
        Assert.True(Tools.IsInstalled("go"), "go is not installed (Debian, Ubuntu: package golang-go)");
        using var scratch = new ScratchFolder();
        string file = scratch.File("two.pb.gz");
        await File.WriteAllBytesAsync(file, ExportWindows.Write(StackExportFormat.Pprof, ExportWindows.TwoArms));
        string top = await Tools.RunAsync("go", scratch.Path, "tool", "pprof", "-top", "-unit=B", file);
        string tags = await Tools.RunAsync("go", scratch.Path, "tool", "pprof", "-tags", "-unit=B", file);
        string raw = await Tools.RunAsync("go", scratch.Path, "tool", "pprof", "-raw", file);
        output.WriteLine(top);

        Assert.Contains("Type: alloc_space", top, StringComparison.Ordinal);
        Assert.Contains("Game.Codec.Encode", top, StringComparison.Ordinal);
        Assert.Contains("candidate", tags, StringComparison.Ordinal);
        Assert.Contains("System.Byte[]", tags, StringComparison.Ordinal);
        Assert.Contains("Game.Codec.Encode Codec.cs:31", raw, StringComparison.Ordinal);
    }

    private static Profile Parse(params AllocationStacks[] windows)
    {
        using var zipped = new GZipStream(new MemoryStream(ExportWindows.Write(StackExportFormat.Pprof, windows)), CompressionMode.Decompress);
        return Profile.Parser.ParseFrom(zipped);
    }

    private static string Text(Profile profile, long id) => profile.StringTable[(int)id];

    private static string Method(Profile profile, ulong location)
        => Text(profile, profile.Function[(int)profile.Location[(int)location - 1].Line[0].FunctionId - 1].Name);

    private static string Line(Profile profile, Sample sample)
    {
        string stack = string.Join(" < ", sample.LocationId.Select(id => $"{Method(profile, id)}:{profile.Location[(int)id - 1].Line[0].Line_}"));
        return $"{stack} | {sample.Value[2]} | {string.Join(' ', sample.Label.Select(l => $"{Text(profile, l.Key)}={Text(profile, l.Str)}"))}";
    }
}
