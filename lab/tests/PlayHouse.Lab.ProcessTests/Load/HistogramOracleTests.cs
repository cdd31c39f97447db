using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using System.Text.Json;
using PlayHouse.Lab.Statistics.Histograms;

namespace PlayHouse.Lab.Load.Tests;

/// <summary>Our histogram against hdr-histogram-js, which shares no code with it.</summary>
public sealed class HistogramOracleTests
{
    private const string HowToInstall = "the histogram oracle is not installed: run './plab setup test' (or 'npm ci' in lab/tests/PlayHouse.Lab.ProcessTests/Load/oracle)";

    private static readonly double[] Shares = [0.0001, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 0.9999, 1];

    private sealed record OracleAnswer(long Count, double[] Percentiles, string Hgrm);

    [Theory]
    [InlineData("uniform", 20_000)]
    [InlineData("exponential", 30_000)]
    [InlineData("log-normal", 10_007)]
    [InlineData("two-clusters", 9_999)]
    [InlineData("one-value", 1)]
    [InlineData("edges", 64)]
    public async Task SameValues_GiveTheSamePercentilesAndTheSameText(string shape, int count)
    {
        long[] values = Values(shape, count);
        var histogram = new LatencyHistogram();
        foreach (long value in values)
        {
            histogram.Record(value);
        }

        OracleAnswer oracle = await AskAsync(values);

        Assert.Equal(oracle.Count, histogram.Count);
        for (int i = 0; i < Shares.Length; i++)
        {
            Assert.Equal(oracle.Percentiles[i], histogram.Percentile(Shares[i]));
        }

        AssertSameText(oracle.Hgrm, histogram.ToHgrm());
    }

    private static long[] Values(string shape, int count)
    {
        var random = new Random(4711);
        return [.. Enumerable.Range(0, count).Select(i => Math.Clamp(Value(shape, i, random), 1_000, 60_000_000_000))];
    }

    private static long Value(string shape, int i, Random random) => shape switch
    {
        "uniform" => random.NextInt64(1_000, 10_000_000),
        "exponential" => (long)(-Math.Log(1 - random.NextDouble()) * 250_000),
        "log-normal" => (long)Math.Exp(11 + 1.5 * Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble())),
        "two-clusters" => i % 100 == 0 ? random.NextInt64(400_000_000, 600_000_000) : random.NextInt64(90_000, 110_000),
        "edges" => (1_024L << (i / 3 % 20)) + (i % 3 - 1),
        _ => 123_456,
    };

    private static void AssertSameText(string expected, string actual)
    {
        string[] expectedLines = expected.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        string[] actualLines = actual.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(expectedLines.Length, actualLines.Length);
        Assert.Equal(Words(expectedLines[0]), Words(actualLines[0]));
        foreach ((string ours, string theirs) in actualLines.Zip(expectedLines).Skip(1))
        {
            Assert.Equal(ours.StartsWith('#'), theirs.StartsWith('#'));
            (double[] ourNumbers, double[] theirNumbers) = (Numbers(ours), Numbers(theirs));
            Assert.Equal(theirNumbers.Length, ourNumbers.Length);
            // One unit of the last printed digit: the two languages round halves differently. In the footer the other side
            // prints the largest value itself and ours the edge of its bucket.
            double tolerance = ours.StartsWith("#[Max", StringComparison.Ordinal) ? 1e-3 : 1e-6;
            for (int i = 0; i < ourNumbers.Length; i++)
            {
                Assert.InRange(ourNumbers[i], theirNumbers[i] * (1 - tolerance) - 0.0101, theirNumbers[i] * (1 + tolerance) + 0.0101);
            }
        }
    }

    private static string[] Words(string line) => line.Split(' ', StringSplitOptions.RemoveEmptyEntries);

    private static double[] Numbers(string line) =>
    [
        .. line.Split([' ', ',', '=', '[', ']'], StringSplitOptions.RemoveEmptyEntries)
            .Select(w => double.TryParse(w, NumberStyles.Float, CultureInfo.InvariantCulture, out double number) ? number : double.NaN)
            .Where(double.IsFinite),
    ];

    private static async Task<OracleAnswer> AskAsync(long[] values)
    {
        string folder = typeof(HistogramOracleTests).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().First(a => a.Key == "OracleFolder").Value!;
        Assert.True(Directory.Exists(Path.Combine(folder, "node_modules", "hdr-histogram-js")), HowToInstall);
        using Process node = StartNode(folder);
        await node.StandardInput.WriteAsync(JsonSerializer.Serialize(new { highest = 60_000_000_000, values, shares = Shares, unit = 1_000 }));
        node.StandardInput.Close();
        Task<string> errors = node.StandardError.ReadToEndAsync();
        string answer = await node.StandardOutput.ReadToEndAsync().WaitAsync(TimeSpan.FromSeconds(30));
        await node.WaitForExitAsync();
        Assert.True(node.ExitCode == 0, $"{HowToInstall}\n{await errors}");
        return JsonSerializer.Deserialize<OracleAnswer>(answer, JsonSerializerOptions.Web)!;
    }

    private static Process StartNode(string folder)
    {
        try
        {
            return Process.Start(new ProcessStartInfo("node", ["percentiles.js"])
            {
                WorkingDirectory = folder,
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            })!;
        }
        catch (System.ComponentModel.Win32Exception e)
        {
            Assert.Fail($"{HowToInstall}; node could not be started: {e.Message}");
            throw;
        }
    }
}
