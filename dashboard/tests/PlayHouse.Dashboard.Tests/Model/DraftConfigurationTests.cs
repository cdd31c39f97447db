using PlayHouse.Dashboard.Model;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Runner.Validate;

namespace PlayHouse.Dashboard.Tests.Model;

public sealed class DraftConfigurationTests
{
    [Fact]
    public void Draft_OfNothing_IsEmpty()
    {
        Assert.True(DraftConfiguration.Of(null, null, null).IsEmpty);
        Assert.True(DraftConfiguration.Of("no-such-preset", "nonsense", "<script>").IsEmpty);
    }

    [Fact]
    public void Draft_OfOneStrategy_IsADifferenceWithTheScenariosThatRunIt()
    {
        DraftConfiguration draft = DraftConfiguration.Of(null, "reply-codec:to-byte-array", null);

        DraftLine line = Assert.Single(draft.Lines);
        Assert.Equal(("reply-codec", "write-to-span", "to-byte-array", DraftOrigin.Chosen), (line.Seam.Id, line.Default, line.Draft.Use, line.Origin));
        Assert.Empty(draft.Problems);
        Assert.Equal(ScenarioCatalog.All.Where(s => s.Seams.Contains("reply-codec")).Select(s => s.Id), draft.Scenarios.Select(s => s.Id));
    }

    [Theory]
    [InlineData("wake-up:delay-poll", "scheduler:dedicated-loops")]
    [InlineData("message-pool:none", "route-object:pooled-object")]
    [InlineData("receive-buffer:circular-array", "session:three-task")]
    public void Draft_ThatNeedsACompanion_NamesItAndIsBuiltWithItInBothArms(string set, string companion)
    {
        DraftConfiguration draft = DraftConfiguration.Of(null, set, null);

        Assert.NotEmpty(draft.Problems);
        Assert.DoesNotContain(draft.Scenarios, s => s.Subject == ScenarioSubject.Engine);
        Companion named = Assert.Single(draft.Companions, c => $"{c.Seam}:{c.Strategy}" == companion);
        DraftConfiguration whole = Again(draft.Adding(named));
        Assert.Empty(whole.Problems);
        Assert.NotEmpty(whole.Scenarios);
        string scenario = whole.Scenarios[0].Id;
        Assert.Equal(ScenarioSubject.Engine, whole.Scenarios[0].Subject);
        Assert.Equal(named.Strategy, whole.Baseline(scenario)[named.Seam].Use);
        Assert.Equal(named.Strategy, whole.Candidate()[named.Seam].Use);
    }

    [Fact]
    public void Draft_ThatNeedsTwoCompanions_IsLedThereStepByStep()
    {
        DraftConfiguration draft = DraftConfiguration.Of(null, "lock:spin-lock", null);
        for (int step = 0; step < 3 && draft.Problems.Count > 0; step++)
        {
            Assert.NotEmpty(draft.Companions);
            draft = Again(draft.Adding(draft.Companions[0]));
        }

        Assert.Empty(draft.Problems);
        Assert.NotEmpty(draft.Scenarios);
    }

    [Fact]
    public void Draft_OfTwoPrograms_SaysSo()
    {
        DraftConfiguration draft = DraftConfiguration.Of(null, "mailbox:buffer-block,mux-chunk:fixed-1k", null);

        Assert.Contains("different programs", Assert.Single(draft.Problems), StringComparison.Ordinal);
        Assert.Empty(draft.Scenarios);
        Assert.Equal(2, draft.Lines.Count);
    }

    [Fact]
    public void Draft_WithAnUnknownWordOrKnob_HasTheCataloguesSentence()
    {
        Assert.Contains(DraftConfiguration.Of(null, "mailbox:no-such", null).Problems, p => p.Contains("Unknown strategy", StringComparison.Ordinal));
        Assert.Contains(DraftConfiguration.Of(null, "mailbox:buffer-block;capacity=-1", null).Problems, p => p.Contains("capacity", StringComparison.Ordinal));
        Assert.Contains(DraftConfiguration.Of(null, "mailbox:buffer-block;capacity=many", null).Problems, p => p.Contains("capacity", StringComparison.Ordinal));
    }

    [Fact]
    public void Choosing_TheDefault_TakesTheSeamOut()
    {
        DraftConfiguration draft = DraftConfiguration.Of(null, "mailbox:buffer-block;capacity=64", null);
        var seam = draft.Lines[0].Seam;

        Assert.Equal("buffer-block", draft.Use(seam));
        Assert.True(draft.Choosing(seam, seam.Default.Id).IsEmpty);
        Assert.Equal("mailbox:mpsc-ring", draft.Choosing(seam, "mpsc-ring").Address["set"]);
        Assert.Equal("mailbox:buffer-block", draft.Turning("mailbox", "capacity", "").Address["set"]);
        Assert.True(draft.Without("mailbox").IsEmpty);
    }

    [Fact]
    public void Preset_IsShownAsWhatItBrings()
    {
        DraftConfiguration draft = DraftConfiguration.Of("seed-000-baseline", null, null);

        Assert.All(draft.Lines, l => Assert.Equal(DraftOrigin.Preset, l.Origin));
        Assert.NotEmpty(draft.Scenarios);
        Assert.All(EngineCatalog.Shipped.Presets.Where(p => p.Selection.Choices.Count > 0), p =>
            Assert.NotEmpty(DraftConfiguration.Of(p.Id, null, null).Lines));
    }

    [Fact]
    public void Offer_OfEveryStrategy_IsAnExperimentTheValidatorTakes()
    {
        // Whatever is offered can be run: the form it leads to has no error.
        foreach (var seam in SeamCard.Seams)
        {
            foreach (var strategy in seam.Strategies.Where(s => !s.IsDefault))
            {
                DraftConfiguration draft = DraftConfiguration.Of(null, $"{seam.Id}:{strategy.Id}", null);
                foreach (ScenarioDescriptor scenario in draft.Scenarios)
                {
                    ExperimentForm form = ExperimentStart.Named(ExperimentStart.Blank().With(QueryWords.Of($"http://h/{FormAddress.OfDraft(draft, scenario)}")), []);
                    Assert.Empty(ExperimentReview.Of(form, FormFixture.Workspace).Errors.Select(e => $"{seam.Id} {strategy.Id} {scenario.Id}: {e.Text}"));
                }
            }
        }
    }

    private static DraftConfiguration Again(DraftConfiguration draft) =>
        DraftConfiguration.Of(draft.Preset, draft.Address["set"] as string, draft.Address["with"] as string);
}
