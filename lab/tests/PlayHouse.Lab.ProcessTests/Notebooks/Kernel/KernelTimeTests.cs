using System.Diagnostics;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Notebooks.Tests.Kernel;

/// <summary>How long a reader waits for cells. Printed, never judged: machines differ.</summary>
[Trait("Run", "selftest-jupyter")]
public sealed class KernelTimeTests(ITestOutputHelper output)
{
    private const int WarmCells = 5;

    [Fact]
    public void Cells_OfAFreshKernel_AreTimed()
    {
        long begun = Stopwatch.GetTimestamp();
        using KernelProcess kernel = new();
        using KernelClient client = new(kernel.Connection);
        client.Join();
        output.WriteLine($"kernel answers:          {Stopwatch.GetElapsedTime(begun).TotalMilliseconds,7:0} ms after its start");
        output.WriteLine($"first cell:              {Time(client, "1 + 1"),7:0} ms");
        // Each is another text, as cells are: nothing that was compiled before is run again.
        double[] warm = [.. Enumerable.Range(0, WarmCells).Select(i => Time(client, $"int warm{i} = {i};\nwarm{i} + 1")).Order()];
        output.WriteLine($"warm cell:               {warm[WarmCells / 2],7:0} ms, median of {WarmCells} ({warm[0]:0} to {warm[^1]:0})");
        output.WriteLine($"first question:          {Time(client, "Lab.Runs()"),7:0} ms, Lab.Runs()");
        double[] asked = [.. Enumerable.Range(0, WarmCells).Select(i => Time(client, $"Lab.Runs({i + 1})")).Order()];
        output.WriteLine($"warm question:           {asked[WarmCells / 2],7:0} ms, median of {WarmCells} ({asked[0]:0} to {asked[^1]:0})");
    }

    private static double Time(KernelClient client, string code)
    {
        long begun = Stopwatch.GetTimestamp();
        Assert.Equal("ok", client.Execute(code).Reply.Status);
        return Stopwatch.GetElapsedTime(begun).TotalMilliseconds;
    }
}
