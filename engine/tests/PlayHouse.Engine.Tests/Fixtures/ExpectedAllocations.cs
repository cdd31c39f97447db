using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace PlayHouse.Engine.Tests.Fixtures;

/// <summary>Bytes per operation that are counted in a child process and committed in a file of the benchmarks.</summary>
internal static class ExpectedAllocations
{
    private static readonly JsonSerializerOptions Options = new(JsonSerializerDefaults.Web) { UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow };

    /// <summary>Runs the child task, without tiers, and compares every figure.</summary>
    public static async Task AssertMeasuredAsync(string file, string task, Action<string> say, double remainderBytes = 0, params (string Name, string Value)[] environment)
    {
        ChildProcess.Result child = await ChildProcess.RunAsync(["allocations", task], [("DOTNET_TieredCompilation", "0"), .. environment]);
        Assert.True(child.ExitCode == 0, child.Error);
        say(child.Output);

        Dictionary<(string, string, string), Expectation> expected = await ReadAsync(file);
        List<string> differences = [];
        foreach (string[] row in child.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(l => l.Split('\t')))
        {
            double bytes = double.Parse(row[3], CultureInfo.InvariantCulture);
            if (!expected.Remove((row[0], row[1], row[2]), out Expectation? expectation))
            {
                differences.Add($"{row[0]} {row[1]}, {row[2]}: {bytes:R} B, not in the file");
            }
            else if (Math.Abs(bytes - expectation.BytesPerOperation) > expectation.ToleranceBytes + remainderBytes)
            {
                differences.Add($"{row[0]} {row[1]}, {row[2]}: {bytes:R} B instead of {expectation.BytesPerOperation} ± {expectation.ToleranceBytes}");
            }
        }

        differences.AddRange(expected.Keys.Select(k => $"{k.Item1} {k.Item2}, {k.Item3}: in the file, not measured"));
        Assert.Empty(differences);
    }

    /// <summary>The file has these strategies, as <c>seam strategy</c>, and no other.</summary>
    public static async Task AssertStrategiesAsync(string file, IEnumerable<string> catalogue) =>
        Assert.Equal(catalogue.Order(), (await ReadAsync(file)).Keys.Select(k => $"{k.Seam} {k.Strategy}").Distinct().Order());

    private static async Task<Dictionary<(string Seam, string Strategy, string Operation), Expectation>> ReadAsync(string file)
    {
        await using FileStream stream = File.OpenRead(RepositoryFiles.PathOf($"engine/bench/PlayHouse.Engine.Benchmarks/{file}"));
        Dictionary<string, Dictionary<string, Expectation[]>> seams =
            (await JsonSerializer.DeserializeAsync<Dictionary<string, Dictionary<string, Expectation[]>>>(stream, Options))!;
        return seams.SelectMany(s => s.Value.SelectMany(v => v.Value.Select(e => (Key: (s.Key, v.Key, e.Operation), e))))
            .ToDictionary(p => p.Key, p => p.e);
    }

    private sealed record Expectation(string Operation, double BytesPerOperation, double ToleranceBytes);
}
