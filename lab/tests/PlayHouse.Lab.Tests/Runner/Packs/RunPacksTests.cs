using System.IO.Compression;
using System.Text;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner.Execute;
using PlayHouse.Lab.Runner.Packs;
using PlayHouse.Lab.Runner.Tests.Analyse;
using PlayHouse.Lab.Runner.Workspace;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Tests.Packs;

/// <summary>A run that leaves one workspace as a file and arrives in another.</summary>
public sealed class RunPacksTests : IDisposable
{
    private const string Run = "r-20260102-030405-abcd";
    private const string Launch = "l-1";
    private readonly LabWorkspace _here = new(Directory.CreateTempSubdirectory("plab-pack-").FullName);
    private readonly LabWorkspace _there = new(Directory.CreateTempSubdirectory("plab-unpack-").FullName);

    private string Packed => Path.Combine(_here.Root, "result.plabrun");

    public void Dispose()
    {
        Directory.Delete(_here.Root, recursive: true);
        Directory.Delete(_there.Root, recursive: true);
    }

    [Fact]
    public async Task Unpack_InAnotherWorkspace_ShowsTheSameAndSaysWhereItIsFrom()
    {
        PackResult packed = await PackAsync();
        await using LabService there = await LabService.OpenAsync(_there, CancellationToken.None);

        RunRecord run = await there.UnpackAsync(Packed, RunOrigin.Sample, CancellationToken.None);

        RunReport report = await there.ReportAsync(Run, CancellationToken.None);
        Assert.Equal((Run, 1, 1), (packed.RunId, packed.Launches, packed.Traces));
        Assert.Equal(RunOrigin.Sample, run.Plan.Origin);
        Assert.Equal(await File.ReadAllBytesAsync(LaunchStacks.StacksPath(_here.Traces, Launch)), await File.ReadAllBytesAsync(LaunchStacks.StacksPath(_there.Traces, Launch)));
        Assert.Equal(3, Assert.Single(await there.StacksAsync(Run, CancellationToken.None)).Total().Samples);
        Assert.Contains("SAMPLE", RunText.Full(report, 100), StringComparison.Ordinal);
        Assert.Contains("SAMPLE", RunMarkdown.Of(report), StringComparison.Ordinal);
        Assert.Contains("\"origin\": \"sample\"", RunJson.Of(report), StringComparison.Ordinal);
    }

    /// <summary>A process that died before the row left the files: the next attempt writes them again.</summary>
    [Fact]
    public async Task Unpack_AfterAnAttemptThatDiedBeforeItsRow_Succeeds()
    {
        await PackAsync();
        string stacks = LaunchStacks.StacksPath(_there.Traces, Launch);
        Directory.CreateDirectory(Path.GetDirectoryName(stacks)!);
        await File.WriteAllTextAsync(stacks, "half of it");
        await using LabService there = await LabService.OpenAsync(_there, CancellationToken.None);

        await there.UnpackAsync(Packed, RunOrigin.Sample, CancellationToken.None);

        Assert.Equal(await File.ReadAllBytesAsync(LaunchStacks.StacksPath(_here.Traces, Launch)), await File.ReadAllBytesAsync(stacks));
        await Assert.ThrowsAsync<LabInputException>(() => there.UnpackAsync(Packed, RunOrigin.Sample, CancellationToken.None));
        Assert.True(File.Exists(stacks));
    }

    [Fact]
    public async Task Unpack_FileThatCannotBeWritten_LeavesNoRun()
    {
        await PackAsync();
        Directory.CreateDirectory(_there.Traces);
        await File.WriteAllTextAsync(Path.Combine(_there.Traces, Launch), "a file where a folder must be");
        await using LabService there = await LabService.OpenAsync(_there, CancellationToken.None);

        await Assert.ThrowsAnyAsync<IOException>(() => there.UnpackAsync(Packed, RunOrigin.Sample, CancellationToken.None));

        Assert.Empty(await there.ListAsync(10, CancellationToken.None));
    }

    [Fact]
    public async Task Clean_Sample_RemovesItWithItsFilesAndNothingElse()
    {
        await PackAsync();
        await using LabService there = await LabService.OpenAsync(_there, CancellationToken.None);
        await there.UnpackAsync(Packed, RunOrigin.Sample, CancellationToken.None);
        await using (LabStore store = await LabStore.OpenAsync(_there.Store, StoreMode.Write))
        {
            await store.Runs.CreateAsync(RunFixture.Plan() with { RunId = "r-own" });
        }

        CleanResult would = await there.CleanAsync(new CleanOptions { RemoveSample = true, DryRun = true }, CancellationToken.None);
        CleanResult result = await there.CleanAsync(new CleanOptions { RemoveSample = true }, CancellationToken.None);

        Assert.Equal((1, 1), (would.Runs, result.Runs));
        Assert.Equal("r-own", Assert.Single(await there.ListAsync(10, CancellationToken.None)).Run.Id);
        Assert.False(File.Exists(LaunchStacks.StacksPath(_there.Traces, Launch)));
    }

    [Theory]
    [InlineData("no archive", "is not a packed run")]
    [InlineData("no run", "has no run.json")]
    [InlineData("no json", "is not a packed run")]
    [InlineData("empty json", "is not a packed run")]
    [InlineData("changed file", "is not what its hash says")]
    [InlineData("missing file", "has no files/l-1/")]
    [InlineData("cut", "is not a packed run")]
    public async Task Unpack_DamagedFile_IsRefusedWithTheReason(string damage, string reason)
    {
        await PackAsync();
        Damage(damage);
        await using LabService there = await LabService.OpenAsync(_there, CancellationToken.None);

        LabInputException refused = await Assert.ThrowsAsync<LabInputException>(() => there.UnpackAsync(Packed, RunOrigin.Imported, CancellationToken.None));

        Assert.Contains(reason, refused.Errors[0], StringComparison.Ordinal);
        Assert.Empty(await there.ListAsync(10, CancellationToken.None));
        Assert.False(Directory.Exists(_there.Traces));
    }

    [Fact]
    public async Task Unpack_AFileThatIsFarLargerUnpacked_IsRefusedBeforeItFillsTheMemory()
    {
        Bomb();
        await using LabService there = await LabService.OpenAsync(_there, CancellationToken.None);

        LabInputException refused = await Assert.ThrowsAsync<LabInputException>(() => there.UnpackAsync(Packed, RunOrigin.Imported, CancellationToken.None));

        Assert.Contains("larger than 256 MiB", refused.Errors[0], StringComparison.Ordinal);
    }

    [Fact]
    public async Task Pack_Twice_GivesTheSameBytes()
    {
        await PackAsync();
        byte[] first = await File.ReadAllBytesAsync(Packed);
        await using LabService here = await LabService.OpenAsync(_here, CancellationToken.None);

        await here.PackAsync(Run, Packed, CancellationToken.None);

        Assert.Equal(first, await File.ReadAllBytesAsync(Packed));
        Assert.Empty(Directory.GetFiles(_here.Root, "*.part"));
    }

    /// <summary>A recorded run is judged again in another workspace and packed there: its file may not say that it was imported.</summary>
    [Fact]
    public async Task Pack_ARunThatWasUnpacked_GivesTheBytesOfTheFirstFile()
    {
        await PackAsync();
        await using LabService there = await LabService.OpenAsync(_there, CancellationToken.None);
        await there.UnpackAsync(Packed, RunOrigin.Imported, CancellationToken.None);
        string again = Path.Combine(_there.Root, "again.plabrun");

        await there.PackAsync(Run, again, CancellationToken.None);

        Assert.Equal(await File.ReadAllBytesAsync(Packed), await File.ReadAllBytesAsync(again));
    }

    private void Bomb()
    {
        using ZipArchive zip = ZipFile.Open(Packed, ZipArchiveMode.Create);
        using Stream entry = zip.CreateEntry("run.json", CompressionLevel.Fastest).Open();
        byte[] zeros = new byte[1 << 20];
        for (long written = 0; written <= RunPackFile.EntryBytesMax; written += zeros.Length)
        {
            entry.Write(zeros);
        }
    }

    private void Damage(string damage)
    {
        if (damage is "no archive" or "cut")
        {
            File.WriteAllBytes(Packed, damage == "cut" ? File.ReadAllBytes(Packed)[..200] : "not an archive"u8.ToArray());
            return;
        }

        using ZipArchive zip = ZipFile.Open(Packed, ZipArchiveMode.Update);
        string name = damage.EndsWith("file", StringComparison.Ordinal) ? zip.Entries.Single(e => e.FullName.StartsWith("files/", StringComparison.Ordinal)).FullName : "run.json";
        zip.GetEntry(name)!.Delete();
        string? content = damage switch { "no json" => "[}", "empty json" => "{}", "changed file" => "something else", _ => null };
        if (content is not null)
        {
            using Stream entry = zip.CreateEntry(name).Open();
            entry.Write(Encoding.UTF8.GetBytes(content));
        }
    }

    private async Task<PackResult> PackAsync()
    {
        Directory.CreateDirectory(_here.Data);
        await using (LabStore store = await LabStore.OpenAsync(_here.Store, StoreMode.Write))
        {
            await store.Runs.CreateAsync(RunFixture.Plan() with { RunId = Run });
            await store.Launches.SaveAsync(DiagnosticLaunch());
            string path = LaunchStacks.StacksPath(_here.Traces, Launch);
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            AllocationStacksFile.Write(path, SampleStacks.Of(24));
            await store.Artefacts.SaveAsync(await Artefact.FromFileAsync(_here.Traces, Path.GetRelativePath(_here.Traces, path), Launch));
            await store.Results.SaveProfileAsync(new AllocationProfile
            {
                LaunchId = Launch, Arm = "baseline", Messages = 1000, ExactBytesPerMessage = 5000, EstimatedBytesPerMessage = 5000, Samples = 3, Sites = [], Invalid = [],
            });
            await store.Runs.SetStateAsync(Run, RunState.Failed, "nothing to decide");
        }

        await using LabService here = await LabService.OpenAsync(_here, CancellationToken.None);
        return await here.PackAsync(Run[..14], Packed, CancellationToken.None);
    }

    private static LaunchRecord DiagnosticLaunch() => new()
    {
        Id = Launch, RunId = Run, Arm = "baseline", Kind = LaunchKind.Diagnostic, Block = 0, Attempt = 0, Slot = 0, State = LaunchState.Completed,
        StartedAt = DateTimeOffset.UnixEpoch,
    };
}
