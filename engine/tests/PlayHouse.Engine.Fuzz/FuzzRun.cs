using System.Diagnostics;
using System.Globalization;
using Xunit.Abstractions;

namespace PlayHouse.Engine.Fuzz;

/// <summary>
/// Feeds a target with the kept corpus and then with generated inputs until the budget ends. The budget only says how much
/// is tried: <c>PLAYHOUSE_FUZZ_SECONDS</c> (15 by default, per target) or, if it is set, <c>PLAYHOUSE_FUZZ_INPUTS</c>.
/// <c>PLAYHOUSE_FUZZ_SEED</c> repeats a run. A failing input is printed as hex: a file with that line in
/// <c>corpus/TARGET</c> keeps it for ever.
/// </summary>
internal sealed class FuzzRun(string target, ITestOutputHelper output)
{
    private const int InputsPerClockRead = 64;

    private static readonly double Seconds = Setting("PLAYHOUSE_FUZZ_SECONDS") ?? 15;
    private static readonly double? Inputs = Setting("PLAYHOUSE_FUZZ_INPUTS");

    /// <summary>Tries inputs. <paramref name="execute"/> returns how often it ran the code under test and throws when an answer is wrong.</summary>
    public void Start(Func<Random, byte[]> generate, Func<byte[], Random, int> execute)
    {
        int seed = (int?)Setting("PLAYHOUSE_FUZZ_SEED") ?? Random.Shared.Next();
        Random random = new(seed);
        long inputs = 0;
        long executions = 0;
        foreach (byte[] kept in Corpus())
        {
            executions += Try(kept, random, execute, seed);
            inputs++;
        }

        long kepts = inputs;
        Stopwatch clock = Stopwatch.StartNew();
        while (Inputs is { } count ? inputs < count : inputs % InputsPerClockRead != 0 || clock.Elapsed.TotalSeconds < Seconds)
        {
            executions += Try(generate(random), random, execute, seed);
            inputs++;
        }

        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{target}: {inputs:N0} inputs ({kepts} kept), {executions:N0} executions with different splits, {clock.Elapsed.TotalSeconds:F1} s, seed {seed}"));
        Assert.True(kepts > 0, $"The corpus of {target} is empty.");
    }

    private long Try(byte[] input, Random random, Func<byte[], Random, int> execute, int seed)
    {
        try
        {
            return execute(input, random);
        }
        catch (Exception)
        {
            output.WriteLine($"{target} fails, seed {seed}, on the input");
            output.WriteLine(Convert.ToHexStringLower(input));
            throw;
        }
    }

    private IEnumerable<byte[]> Corpus() =>
        from file in Directory.GetFiles(Path.Combine(AppContext.BaseDirectory, "corpus", target), "*.hex").Order(StringComparer.Ordinal)
        from line in File.ReadLines(file)
        where line.Length > 0 && line[0] != '#'
        select Convert.FromHexString(line.Trim());

    private static double? Setting(string name) =>
        double.TryParse(Environment.GetEnvironmentVariable(name), CultureInfo.InvariantCulture, out double value) ? value : null;
}
