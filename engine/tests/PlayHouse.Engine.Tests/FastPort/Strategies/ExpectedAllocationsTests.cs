using System.Globalization;
using System.Text.Json;
using PlayHouse.FastPort.Strategies;
using PlayHouse.FastPort.Tests.Child;
using Xunit.Abstractions;

namespace PlayHouse.FastPort.Tests.Strategies;

/// <summary>Bytes per operation of every strategy, counted in a child process, against the committed expectation.</summary>
public sealed class ExpectedAllocationsTests(ITestOutputHelper output)
{
    private const string ExpectationFile = "engine/bench/PlayHouse.Engine.Benchmarks/expected-allocations.fastport.json";
    private static readonly JsonSerializerOptions Options = new(JsonSerializerDefaults.Web) { UnmappedMemberHandling = System.Text.Json.Serialization.JsonUnmappedMemberHandling.Disallow };

    [Fact]
    public async Task EveryStrategy_SteadyState_AllocatesWhatIsExpected()
    {
        ChildProcess.Result child = await ChildProcess.RunAsync(["allocations", "fastport"], ("DOTNET_TieredCompilation", "0"));
        Assert.True(child.ExitCode == 0, child.Error);
        output.WriteLine(child.Output);

        Dictionary<(string, string, string), Expectation> expected = await ReadAsync();
        List<string> differences = [];
        foreach (string[] row in child.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(l => l.Split('\t')))
        {
            double bytes = double.Parse(row[3], CultureInfo.InvariantCulture);
            if (!expected.Remove((row[0], row[1], row[2]), out Expectation? expectation))
            {
                differences.Add($"{row[0]} {row[1]}, {row[2]}: {bytes:R} B, not in the file");
            }
            else if (Math.Abs(bytes - expectation.BytesPerOperation) > expectation.ToleranceBytes)
            {
                differences.Add($"{row[0]} {row[1]}, {row[2]}: {bytes:R} B instead of {expectation.BytesPerOperation} ± {expectation.ToleranceBytes}");
            }
        }

        differences.AddRange(expected.Keys.Select(k => $"{k.Item1} {k.Item2}, {k.Item3}: in the file, not measured"));
        Assert.Empty(differences);
    }

    [Fact]
    public async Task ExpectationFile_Strategies_AreThoseOfTheCatalogue()
    {
        IEnumerable<string> catalogue = FastPortCatalog.Seams.SelectMany(s => s.Strategies).Select(s => $"{s.Seam} {s.Id}");
        Dictionary<(string Seam, string Strategy, string Operation), Expectation> expected = await ReadAsync();
        Assert.Equal(catalogue.Order(), expected.Keys.Select(k => $"{k.Seam} {k.Strategy}").Distinct().Order());
    }

    private static async Task<Dictionary<(string Seam, string Strategy, string Operation), Expectation>> ReadAsync()
    {
        await using FileStream file = File.OpenRead(RepositoryFiles.PathOf(ExpectationFile));
        Dictionary<string, Dictionary<string, Expectation[]>> seams =
            (await JsonSerializer.DeserializeAsync<Dictionary<string, Dictionary<string, Expectation[]>>>(file, Options))!;
        return seams.SelectMany(s => s.Value.SelectMany(v => v.Value.Select(e => (Key: (s.Key, v.Key, e.Operation), e))))
            .ToDictionary(p => p.Key, p => p.e);
    }

    private sealed record Expectation(string Operation, double BytesPerOperation, double ToleranceBytes);
}
