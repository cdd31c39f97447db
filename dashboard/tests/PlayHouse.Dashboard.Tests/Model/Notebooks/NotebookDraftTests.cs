using PlayHouse.Dashboard.Model.Compare;
using PlayHouse.Dashboard.Model.Notebooks;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Notebooks.Workspace;

namespace PlayHouse.Dashboard.Tests.Model.Notebooks;

public sealed class NotebookDraftTests
{
    [Fact]
    public void Draft_OfARun_IsItsWriteUp()
    {
        RunReport run = SampleReports.KeepReport();

        NotebookDraft draft = NotebookDraft.Of(run);

        Assert.True(NotebookFolder.IsName(draft.Name));
        Assert.StartsWith(run.Run.ExperimentId, draft.Name, StringComparison.Ordinal);
        Assert.Equal(IpynbFile.Write(NotebookTemplates.Run(run)), IpynbFile.Write(draft.Make()));
        Assert.Equal($"notebooks/draft/dib?base={run.Run.Id}", draft.Href("dib"));
        Assert.Equal($"{draft.Name}-3", draft.Free([$"{draft.Name}.ipynb", $"{draft.Name}-2.dib"]));
    }

    [Fact]
    public void Draft_OfAComparison_IsOfExactlyItsSides()
    {
        RunReport left = SampleReports.KeepReport();
        RunReport right = left with { Run = left.Run with { Id = "r-other", Plan = left.Run.Plan with { RunId = "r-other" } } };

        NotebookDraft inside = NotebookDraft.Of(CompareModel.Of(CompareAddress.Of(left.Run.Id, null, "bytes-per-message", null, null), left, left));
        NotebookDraft beside = NotebookDraft.Of(CompareModel.Of(CompareAddress.Of($"{left.Run.Id}:baseline", "r-other", null, null, null), left, right));

        Assert.Contains(inside.Make().CodeCells, c => c.Source == "Lab.Chart(run, \"arms\", \"bytes-per-message\")");
        Assert.Equal($"Lab.Compare(\"{left.Run.Id}:baseline\", \"r-other:candidate\")", beside.Make().CodeCells[^1].Source);
        Assert.True(NotebookFolder.IsName(beside.Name));
        Assert.Equal($"notebooks/draft/ipynb?base={left.Run.Id}:baseline&cand=r-other:candidate", beside.Href("ipynb"));
    }
}
