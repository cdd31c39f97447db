using PlayHouse.Lab.Profiling.Capture;
using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Reading;
using PlayHouse.Lab.Profiling.Stacks;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Profiling.Tests;

/// <summary>Stacks of real traces.</summary>
[Collection(CapturedRuns.Name)]
public sealed class TraceStacksTests(CapturedRuns runs, ITestOutputHelper output)
{
    private const string Zoo = "PlayHouse.Lab.Profiling.Child.Zoo.";

    [Fact]
    public void CutStacks_EachSite_IsTheSiteOfTheTable()
    {
        AllocationTrace trace = runs.Injected.Trace;
        WindowSamples table = trace.Cut(trace.FirstTicks, trace.LastTicks);
        AllocationStacks stacks = trace.CutStacks(trace.FirstTicks, trace.LastTicks);
        var bySite = stacks.Cells
            .GroupBy(c => (CallSites.Of(stacks, c).Site, Type: stacks.Types[c.Type]))
            .ToDictionary(g => g.Key, g => (Samples: g.Sum(c => c.Estimate.Samples), Bytes: g.Sum(c => c.Estimate.Bytes)));

        Assert.Equal(table.Sites.Count, bySite.Count);
        Assert.All(table.Sites, s => Assert.Equal(s.Estimate.Samples, bySite[(s.Site, s.Type)].Samples));
        Assert.All(table.Sites, s => Assert.Equal(s.Estimate.Bytes, bySite[(s.Site, s.Type)].Bytes, s.Estimate.Bytes * 1e-9));
        Assert.Equal(trace.Samples, stacks.Total().Samples);
        Assert.Equal(table.Total.Bytes, stacks.Total().Bytes, table.Total.Bytes * 1e-9);
        foreach (ChildProcess.Truth truth in runs.Injected.Truth)
            Assert.Contains((truth.Site, truth.Type), bySite.Keys);
    }

    [Fact]
    public void CutStacks_WholeProgram_BeginsAtMain()
    {
        ChildProcess.Window w = runs.Plain.Windows[0];
        AllocationStacks stacks = runs.Plain.Trace.CutStacks(w.BeginAfter, w.EndBefore);
        foreach (StackCell cell in stacks.Cells)
            output.WriteLine($"{cell.Estimate.Samples} {stacks.Types[cell.Type]}: {string.Join(" ← ", stacks.Table.Walk(cell.Stack).Select(f => f.Name))}");

        foreach (StackCell cell in stacks.Cells.Where(c => CallSites.Of(stacks, c).Site.Contains(".Sites.", StringComparison.Ordinal)))
        {
            StackFrame[] frames = [.. stacks.Table.Walk(cell.Stack)];
            Assert.Contains(frames, f => f.Name == "PlayHouse.Lab.Profiling.Child.Program.RunMessages");
            Assert.Equal("PlayHouse.Lab.Profiling.Child.Program.Main", frames[^1].Name);
            Assert.DoesNotContain(frames, f => f.Kind == FrameKind.Unresolved);
        }
    }

    [Fact]
    public async Task CutStacks_CompletionsAndDynamicCode_ReadAsTheyWereWritten()
    {
        using ChildProcess child = ChildProcess.Start();
        await child.TruthAsync();
        TraceCapture capture = await TraceCapture.StartAsync(child.Pid, runs.Scratch("zoo.nettrace"), CapturePurpose.Allocations, CancellationToken.None);
        ChildProcess.Window window = await child.RunAsync("zoo 100000");
        CaptureResult result = await capture.StopAsync(TimeSpan.FromSeconds(30));
        AllocationTrace trace = AllocationTraceReader.Read(result.Path);
        AllocationStacks stacks = trace.CutStacks(window.BeginBefore, window.EndAfter);
        var shapes = stacks.Cells
            .GroupBy(c => (Type: stacks.Types[c.Type], Stack: string.Join(" ← ", Spoken(stacks, c))))
            .ToDictionary(g => g.Key, g => g.Sum(c => c.Estimate.Samples));
        foreach (var shape in shapes.OrderByDescending(s => s.Value))
            output.WriteLine($"{shape.Value,6} {shape.Key.Type}: {shape.Key.Stack}");

        Assert.Contains(("System.Int64[]", "Zoo.InnerAsync ← (continuation)"), shapes.Keys);
        Assert.Contains(("System.Int32[]", "Zoo.OuterAsync ← (continuation)"), shapes.Keys);
        Assert.Contains(("System.UInt32[]", "Zoo.GatedAsync ← (continuation)"), shapes.Keys);
        Assert.Contains(shapes.Keys, k => k.Type == "System.Int16[]" && k.Stack.StartsWith("Zoo.Recurse ← Zoo.Visit ← Program.RunZoo ← ", StringComparison.Ordinal));
        Assert.Contains(shapes.Keys, k => k.Type == "System.Char[]" && k.Stack.StartsWith("dynamicClass.MakeArray ← Zoo.Visit", StringComparison.Ordinal));
        Assert.Contains(shapes.Keys, k => k.Type.StartsWith("AsyncStateMachineBox", StringComparison.Ordinal) && k.Stack.Contains("Zoo.InnerAsync ← Zoo.OuterAsync ← Zoo.Visit", StringComparison.Ordinal));
        Assert.Contains(stacks.Cells, c => CallSites.Of(stacks, c).Site == Zoo + "Visit" && stacks.Types[c.Type] == "System.String");
    }

    private static IEnumerable<string> Spoken(AllocationStacks stacks, StackCell cell)
        => stacks.Table.Walk(cell.Stack)
            .Where(f => f.Kind is FrameKind.Program or FrameKind.Continuation or FrameKind.Unresolved)
            .Select(f => f.Name.Replace("PlayHouse.Lab.Profiling.Child.", "", StringComparison.Ordinal));
}
