using System.Reflection;
using System.Text.Json;
using PlayHouse.Lab.Profiling.Export;
using PlayHouse.Lab.TestKit;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Profiling.Tests.Export;

public sealed class SpeedscopeExportTests(ITestOutputHelper output)
{
    [Fact]
    public void TwoArms_AreTwoSampledProfilesInBytes()
    {
        using JsonDocument document = JsonDocument.Parse(ExportWindows.Write(StackExportFormat.Speedscope, ExportWindows.TwoArms));
        JsonElement root = document.RootElement;
        JsonElement[] profiles = [.. root.GetProperty("profiles").EnumerateArray()];

        Assert.Equal("https://www.speedscope.app/file-format-schema.json", root.GetProperty("$schema").GetString());
        Assert.Equal(["baseline l-1", "candidate l-2"], profiles.Select(p => p.GetProperty("name").GetString()));
        Assert.All(profiles, p => Assert.Equal("sampled bytes", $"{p.GetProperty("type").GetString()} {p.GetProperty("unit").GetString()}"));
        Assert.Equal("Main;Game.Codec.Encode;System.Byte[]", Names(root, profiles[0].GetProperty("samples")[0]));
        Assert.Equal(ExportWindows.TwoArms[0].Total().Bytes, profiles[0].GetProperty("weights").EnumerateArray().Sum(w => w.GetDouble()), 1e-3);
        Assert.Equal(ExportWindows.TwoArms[0].Total().Bytes, profiles[0].GetProperty("endValue").GetDouble(), 1e-3);
    }

    [Theory]
    [InlineData("Codec.cs:31", "Codec.cs", 31)]
    [InlineData("Codec.cs:~31", "Codec.cs", 31)]
    [InlineData("Codec.cs", "Codec.cs", null)]
    [InlineData("C:x", "C:x", null)]
    public void Frames_CarryFileAndLine(string source, string file, int? line)
    {
        using JsonDocument document = JsonDocument.Parse(ExportWindows.Write(StackExportFormat.Speedscope, new SampleStacks().Add("Encode@" + source, "T", 1).Build()));
        JsonElement frame = document.RootElement.GetProperty("shared").GetProperty("frames")[0];

        Assert.Equal((file, line), (frame.GetProperty("file").GetString(), frame.TryGetProperty("line", out JsonElement number) ? number.GetInt32() : null));
    }

    [Fact]
    public async Task RealPage_OpensArmsAndHostileNamesAndShowsTheirBytes()
    {
        JsonElement seen = await OpenAsync(ExportWindows.Write(StackExportFormat.Speedscope, [.. ExportWindows.TwoArms, ExportWindows.Hostile]));
        string[] names = [.. seen.GetProperty("names").EnumerateArray().Select(n => n.GetString()!)];
        Assert.Equal(["baseline l-1", "candidate l-2"], names[..2]);
        Assert.Contains("INVALID TRACE: 2 events were lost", names[2], StringComparison.Ordinal);
        // 3 samples of 100 B stand for 307,349 bytes, which the page shows in units of 1,024.
        string[] candidate = [.. seen.GetProperty("rows")[1].EnumerateArray().Select(r => r.GetString()!)];
        Assert.Contains(candidate, r => r.Contains("300.15 KB (100%)", StringComparison.Ordinal) && r.EndsWith("System.Byte[]", StringComparison.Ordinal));
        Assert.Contains(candidate, r => r.EndsWith("Game.Codec.Encode", StringComparison.Ordinal));
        Assert.Contains(seen.GetProperty("rows")[2].EnumerateArray(), r => r.GetString()!.Contains("@SUM(A1)", StringComparison.Ordinal));
    }

    private async Task<JsonElement> OpenAsync(byte[] profile)
    {
        string folder = typeof(SpeedscopeExportTests).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().First(a => a.Key == "OracleFolder").Value!;
        Assert.True(Directory.Exists(Path.Combine(folder, "node_modules", "speedscope")), "speedscope is not installed: run './plab setup test'");
        Assert.True(BrowserWalk.Chromium is not null, "Chromium is not installed: run './plab setup test'");
        using var scratch = new ScratchFolder();
        string file = scratch.File("two.speedscope.json");
        await File.WriteAllBytesAsync(file, profile);
        string answer = await Tools.RunAsync("node", folder, "open-in-speedscope.mjs", BrowserWalk.Chromium, file);
        output.WriteLine(answer);
        JsonElement seen = JsonDocument.Parse(answer).RootElement;
        Assert.Empty(seen.GetProperty("errors").EnumerateArray());
        return seen;
    }

    private static string Names(JsonElement root, JsonElement sample)
        => string.Join(';', sample.EnumerateArray().Select(i => root.GetProperty("shared").GetProperty("frames")[i.GetInt32()].GetProperty("name").GetString()));
}
