using System.Diagnostics;
using System.Globalization;
using Xunit.Abstractions;

namespace PlayHouse.Engine.Fuzz;

/// <summary>
/// Feeds a target with the kept corpus and then with generated inputs: <c>PLAYHOUSE_FUZZ_INPUTS</c> of them (2,000 by default, per target),
/// drawn from <c>PLAYHOUSE_FUZZ_SEED</c>, which is always the same by default. <c>./plab soak fuzz</c> draws millions from new seeds.
/// A failing input is printed as hex: a file with that line in <c>Fuzz/corpus/TARGET</c> keeps it for ever.
/// </summary>
internal sealed class FuzzRun(string target, ITestOutputHelper output)
{
    private static readonly long Inputs = Setting("PLAYHOUSE_FUZZ_INPUTS") ?? 2_000;
    private static readonly int Seed = (int)(Setting("PLAYHOUSE_FUZZ_SEED") ?? 20_261_124);

    /// <summary>Tries inputs. <paramref name="execute"/> returns how often it ran the code under test and throws when an answer is wrong.</summary>
    public void Start(Func<Random, byte[]> generate, Func<byte[], Random, int> execute)
    {
        Random random = new(Seed);
        long inputs = 0;
        long executions = 0;
        foreach (byte[] kept in Corpus())
        {
            executions += Try(kept, random, execute);
            inputs++;
        }

        long kepts = inputs;
        Stopwatch clock = Stopwatch.StartNew();
        while (inputs < Inputs)
        {
            executions += Try(generate(random), random, execute);
            inputs++;
        }

        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{target}: {inputs:N0} inputs ({kepts} kept), {executions:N0} executions with different splits, {clock.Elapsed.TotalSeconds:F1} s, seed {Seed}"));
        Assert.True(kepts > 0, $"The corpus of {target} is empty.");
    }

    private long Try(byte[] input, Random random, Func<byte[], Random, int> execute)
    {
        try
        {
            return execute(input, random);
        }
        catch (Exception)
        {
            output.WriteLine($"{target} fails, seed {Seed}, on the input");
            output.WriteLine(Convert.ToHexStringLower(input));
            throw;
        }
    }

    private IEnumerable<byte[]> Corpus() =>
        from file in Directory.GetFiles(Path.Combine(AppContext.BaseDirectory, "Fuzz", "corpus", target), "*.hex").Order(StringComparer.Ordinal)
        from line in File.ReadLines(file)
        where line.Length > 0 && line[0] != '#'
        select Convert.FromHexString(line.Trim());

    private static long? Setting(string name) =>
        long.TryParse(Environment.GetEnvironmentVariable(name), CultureInfo.InvariantCulture, out long value) ? value : null;
}
