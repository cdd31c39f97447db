using System.Diagnostics;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner.Tests.Analyse;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Runner.Tests.Workspace;

/// <summary>Runs of one question stand together, and where its rule was written down is asked of version control.</summary>
public sealed class CountedRunsTests : IDisposable
{
    private readonly LabWorkspace _lab = new(Directory.CreateTempSubdirectory("plab-counted-").FullName);

    public void Dispose() => Directory.Delete(_lab.Root, recursive: true);

    [Fact]
    public async Task Clean_RunsThatOthersOfTheirQuestionCount_StayWithTheReason()
    {
        await using LabService service = await LabService.OpenAsync(_lab, CancellationToken.None);
        await AddAsync(service, "r-1", p => p);
        await AddAsync(service, "r-2", p => p);
        await AddAsync(service, "r-3-alone", p => p with { PolicyHash = "another" });

        RunReport report = await service.ReportAsync("r-2", CancellationToken.None);
        CleanResult would = await service.CleanAsync(new CleanOptions { RemoveRuns = true, DryRun = true }, CancellationToken.None);
        CleanResult cleaned = await service.CleanAsync(new CleanOptions { RemoveRuns = true }, CancellationToken.None);

        Assert.Equal(["r-1", "r-2"], report.Question.Select(q => q.RunId));
        Assert.Equal((1, 1), (would.Runs, cleaned.Runs));
        Assert.Equal(["r-1", "r-2"], (await service.ListAsync(10, CancellationToken.None)).Select(r => r.Run.Id).Order());
        Assert.Equal(2, cleaned.Kept.Count(k => k.Contains("its question has several runs", StringComparison.Ordinal)));
    }

    [Fact]
    public void Of_Folder_SaysWhetherItsFilesWereCommittedAsTheyAre()
    {
        string experiment = Write("experiment.yaml", "a: 1"), policy = Write("policy.yaml", "b: 2");
        Assert.Null(RuleOrigins.Of(experiment, policy));

        Git("init", "-q");
        Git("add", "experiment.yaml");
        Git("-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-q", "-m", "first");
        Assert.False(RuleOrigins.Of(experiment, policy)!.IsClean);

        Git("add", "policy.yaml");
        Git("-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-q", "-m", "second");
        RuleOrigin clean = RuleOrigins.Of(experiment, policy)!;
        Assert.True(clean.IsClean);
        Assert.Equal(40, clean.Commit.Length);

        Write("policy.yaml", "b: 3");
        Assert.False(RuleOrigins.Of(experiment, policy)!.IsClean);
    }

    private static async Task AddAsync(LabService service, string id, Func<RunPlan, RunPlan> change)
    {
        await service.Store.Runs.CreateAsync(change(RunFixture.Plan()) with { RunId = id });
        await service.Store.Runs.SetStateAsync(id, RunState.Cancelled);
    }

    private string Write(string name, string text)
    {
        string path = Path.Combine(_lab.Root, name);
        File.WriteAllText(path, text);
        return path;
    }

    private void Git(params string[] arguments)
    {
        using Process git = Process.Start(new ProcessStartInfo("git", ["-C", _lab.Root, .. arguments]) { RedirectStandardOutput = true })!;
        git.WaitForExit();
        Assert.Equal(0, git.ExitCode);
    }
}
