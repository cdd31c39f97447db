using System.Globalization;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.Tests.Fixtures;

/// <summary>Bytes per operation that are counted in a child process, against what descriptors expect.</summary>
internal static class ExpectedAllocations
{
    /// <summary>Runs the child task, without tiers, and compares every figure.</summary>
    /// <param name="expected">What the figures are about, as <c>seam strategy</c>, with what is expected; each is measured at least once.</param>
    /// <param name="task">Argument of the child.</param>
    /// <param name="say">Takes the figures.</param>
    /// <param name="remainderBytes">What every operation may be away.</param>
    /// <param name="environment">Variables of the child.</param>
    public static async Task AssertMeasuredAsync(
        IEnumerable<(string Name, IReadOnlyList<ExpectedBytes> Bytes)> expected, string task, Action<string> say, double remainderBytes = 0, params (string Name, string Value)[] environment)
    {
        ChildProcess.Result child = await ChildProcess.RunAsync(["allocations", task], [("DOTNET_TieredCompilation", "0"), .. environment]);
        Assert.True(child.ExitCode == 0, child.Error);
        say(child.Output);

        ILookup<string, (string Operation, double Bytes)> measured = child.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(l => l.Split('\t'))
            .ToLookup(row => $"{row[0]} {row[1]}", row => (row[2], double.Parse(row[3], CultureInfo.InvariantCulture)));
        (string Name, IReadOnlyList<ExpectedBytes> Bytes)[] all = [.. expected];
        Assert.Equal(all.Select(e => e.Name).Order(StringComparer.Ordinal), measured.Select(m => m.Key).Order(StringComparer.Ordinal));
        string[] differences = [.. all.SelectMany(e => Differences(e.Name, e.Bytes, measured[e.Name], remainderBytes))];
        Assert.True(differences.Length == 0, string.Join('\n', differences));
    }

    private static IEnumerable<string> Differences(
        string name, IReadOnlyList<ExpectedBytes> expected, IEnumerable<(string Operation, double Bytes)> measured, double remainderBytes)
    {
        Dictionary<string, ExpectedBytes> left = expected.ToDictionary(e => e.Operation);
        foreach ((string operation, double bytes) in measured)
        {
            left.Remove(operation, out ExpectedBytes? known);
            ExpectedBytes expectation = known ?? new ExpectedBytes(operation, 0, 0);
            if (Math.Abs(bytes - expectation.PerOperation) > expectation.Tolerance + remainderBytes)
            {
                yield return $"{name}, {operation}: {bytes:R} B instead of {expectation.PerOperation} ± {expectation.Tolerance}";
            }
        }

        foreach (string operation in left.Keys)
        {
            yield return $"{name}, {operation}: expected, not measured";
        }
    }
}
