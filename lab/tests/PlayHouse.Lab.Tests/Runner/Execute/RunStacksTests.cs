using System.Diagnostics;
using System.Runtime.CompilerServices;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Profiling.Capture;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Runner.Execute;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Tests.Execute;

/// <summary>A run in a store of its own, with files where the runner leaves them.</summary>
public sealed class RunStacksTests : StoredRunTests
{
    [Fact]
    public async Task StacksAsync_KeptFiles_GivesOnePerUsableLaunchInOrder()
    {
        await LaunchAsync("l-1", "baseline");
        await LaunchAsync("l-2", "candidate");
        await LaunchAsync("l-3", "candidate", "too wide");
        foreach (string id in new[] { "l-1", "l-2", "l-3" })
            AllocationStacksFile.Write(Folder(id), SampleStacks.Of(24));
        await using LabService service = await LabService.OpenAsync(Workspace, CancellationToken.None);

        IReadOnlyList<AllocationStacks> stacks = await service.StacksAsync(RunId[..12], CancellationToken.None);

        Assert.Equal([("l-1", "baseline"), ("l-2", "candidate")], stacks.Select(s => (s.Origin, s.Arm)));
        Assert.All(stacks, s => Assert.Equal((3, 1000.0, 5e6), (s.Total().Samples, s.Messages, s.ExactBytes)));
    }

    [Fact]
    public async Task StacksAsync_OnlyTheRawTrace_ReadsItBetweenTheMarks()
    {
        string path = LaunchStacks.TracePath(Workspace.Traces, "l-1");
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        await using TraceCapture capture = await TraceCapture.StartAsync(Environment.ProcessId, path, CapturePurpose.Allocations, CancellationToken.None);
        MarkRecord begin = Mark("begin", 0, 0);
        AllocateKnown(20_000);
        MarkRecord end = Mark("end", 2e8, 20_000);
        AllocateKnown(20_000);
        CaptureResult captured = await capture.StopAsync(TimeSpan.FromSeconds(60));
        Assert.True(captured.Outcome == CaptureOutcome.Complete, captured.Problem);
        await LaunchAsync("l-1", "baseline", begin: begin, end: end);
        await File.WriteAllTextAsync(Folder("l-1"), "damaged");

        AllocationStacks stacks = Assert.Single(await RunStacks.ReadAsync(Store, Workspace.Traces, await Store.Runs.ResolveAsync(RunId), CancellationToken.None));

        StackCell[] known = [.. stacks.Cells.Where(c => CallSites.Of(stacks, c).Site.EndsWith(nameof(RunStacksTests) + "." + nameof(AllocateKnown), StringComparison.Ordinal))];
        // 20 000 objects of 10 kB are 1 953 samples; the other half of the allocations lies behind the second mark.
        Assert.InRange(known.Sum(c => c.Estimate.Samples), 1600, 2300);
        Assert.Equal((20_000, 2e8, "l-1", "baseline"), (stacks.Messages, stacks.ExactBytes, stacks.Origin, stacks.Arm));
    }

    [Fact]
    public async Task StacksAsync_BothFilesGone_SaysWhichAndWhatToDo()
    {
        await LaunchAsync("l-1", "baseline");
        await LaunchAsync("l-2", "candidate");
        AllocationStacksFile.Write(Folder("l-1"), SampleStacks.Of(24));
        await using LabService service = await LabService.OpenAsync(Workspace, CancellationToken.None);

        LabInputException error = await Assert.ThrowsAsync<LabInputException>(() => service.StacksAsync(RunId, CancellationToken.None));

        Assert.Contains("candidate", error.Message, StringComparison.Ordinal);
        Assert.Contains("l-2", error.Message, StringComparison.Ordinal);
        Assert.Contains("again", error.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("baseline", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task StacksAsync_OneOfTwoLaunchesLeft_GivesThatOne()
    {
        await LaunchAsync("l-1", "baseline");
        await LaunchAsync("l-2", "baseline");
        AllocationStacksFile.Write(Folder("l-2"), SampleStacks.Of(24));

        Assert.Equal("l-2", Assert.Single(await RunStacks.ReadAsync(Store, Workspace.Traces, await Store.Runs.ResolveAsync(RunId), CancellationToken.None)).Origin);
    }

    [Theory]
    [InlineData(false, "no diagnostic launch")]
    [InlineData(true, "too wide")]
    public async Task StacksAsync_NoUsableTrace_SaysWhy(bool isRefused, string reason)
    {
        if (isRefused)
            await LaunchAsync("l-1", "baseline", "a mark is too wide");
        await using LabService service = await LabService.OpenAsync(Workspace, CancellationToken.None);

        LabInputException error = await Assert.ThrowsAsync<LabInputException>(() => service.StacksAsync(RunId, CancellationToken.None));
        Assert.Contains(reason, error.Message, StringComparison.Ordinal);
        Assert.Contains("everyBlocks", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Retention_RawTracesBeyondTheLimit_GoAndTheirStacksStay()
    {
        foreach (string id in new[] { "l-1", "l-2" })
        {
            await LaunchAsync(id, "baseline");
            AllocationStacksFile.Write(Folder(id), SampleStacks.Of(24));
            await File.WriteAllTextAsync(LaunchStacks.TracePath(Workspace.Traces, id), "raw");
            foreach (string file in new[] { "allocations.stacks", "allocations.nettrace" })
                await Store.Artefacts.SaveAsync(await Artefact.FromFileAsync(Workspace.Traces, $"{id}/{file}", id));
        }

        IReadOnlyList<Artefact> gone = await TraceRetention.ApplyAsync(Store, Workspace.Traces, 0, 0, isDryRun: false, CancellationToken.None);

        Assert.Equal(["l-1/allocations.nettrace", "l-2/allocations.nettrace"], gone.Select(a => a.Path).Order(StringComparer.Ordinal));
        Assert.Equal(2, (await RunStacks.ReadAsync(Store, Workspace.Traces, await Store.Runs.ResolveAsync(RunId), CancellationToken.None)).Count);
        Assert.False(File.Exists(LaunchStacks.TracePath(Workspace.Traces, "l-1")));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void AllocateKnown(int count)
    {
        for (int i = 0; i < count; i++)
            GC.KeepAlive(new byte[10_000]);
    }

    private static MarkRecord Mark(string name, double bytes, double messages)
    {
        long before = Stopwatch.GetTimestamp();
        return new MarkRecord(name, before, Stopwatch.GetTimestamp(), new Dictionary<string, double>
        {
            [CounterNames.AllocatedBytes] = bytes,
            ["engine." + CounterNames.EngineMessages] = messages,
        });
    }

    private string Folder(string launchId)
    {
        string path = LaunchStacks.StacksPath(Workspace.Traces, launchId);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        return path;
    }

    private async Task LaunchAsync(string id, string arm, string? refusal = null, MarkRecord? begin = null, MarkRecord? end = null)
    {
        await Store.Launches.SaveAsync(new LaunchRecord
        {
            Id = id,
            RunId = RunId,
            Arm = arm,
            Kind = LaunchKind.Diagnostic,
            Block = 0,
            Attempt = 0,
            Slot = int.Parse(id[2..], System.Globalization.CultureInfo.InvariantCulture),
            State = LaunchState.Completed,
            StartedAt = DateTimeOffset.UnixEpoch.AddSeconds(id[^1]),
            Begin = begin,
            End = end,
        });
        await Store.Results.SaveProfileAsync(new AllocationProfile
        {
            LaunchId = id,
            Arm = arm,
            Messages = 1000,
            ExactBytesPerMessage = 5000,
            EstimatedBytesPerMessage = 5000,
            Samples = 3,
            Sites = [],
            Invalid = refusal is null ? [] : [refusal],
        });
    }
}
