using System.Diagnostics;
using System.Text.Json;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Decisions;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner.Decisions;

namespace PlayHouse.Lab.Runner.Tests.Decisions;

public sealed class DecisionBookTests
{
    private const string Why = "A person weighed it.";

    [Fact]
    public async Task Propose_WritesNothing()
    {
        await using DecisionRig rig = await DecisionRig.OpenAsync();
        string run = await rig.ConfirmedAsync();

        DecisionProposal proposal = await rig.ProposeAsync(run);

        Assert.False(proposal.NeedsOverride);
        Assert.False(Directory.Exists(rig.Folder));
        Assert.Equal("", rig.Strategies);
        Assert.Empty(await rig.ListAsync());
    }

    [Fact]
    public async Task Keep_Confirmed_RecordsItsEvidenceThenWritesStrategies()
    {
        await using DecisionRig rig = await DecisionRig.OpenAsync();
        string run = await rig.ConfirmedAsync();
        DecisionProposal proposal = await rig.ProposeAsync(run);

        StandingDecision made = await rig.DecideAsync(run, token: proposal.Token);

        Assert.True(made.IsPending);
        Assert.Equal("", rig.Strategies);
        Assert.Equal([run, run + "-again"], made.Decision.RunIds);
        string text = DecisionRig.Text(Path.Combine(rig.Folder, "0001-keep-reply-codec-coded-output-stream.md"));
        foreach (string part in new[] { "## Context", "## Options", "## Evidence", "## Decision", "## Consequence", "## Revisit", "better by at least 4.00 B", "-64.01 B [-64.12, -63.91] at 90.6 %", "| reply-codec | 1.00 | 1.00 | 0.900 | yes |", "ToByteArrayReplyCodec.Encode", $"Confirmed by run `{run}-again`", "+   \"decision\": \"d-0001\"" })
        {
            Assert.Contains(part, text, StringComparison.Ordinal);
        }

        Decision json = JsonSerializer.Deserialize<Decision>(DecisionRig.Text(Path.Combine(rig.Folder, "0001-keep-reply-codec-coded-output-stream.json")), LabJson.Compact)!;
        Assert.Equal(made.Decision.Evidence!.Verdict.Estimates.Count, json.Evidence!.Verdict.Estimates.Count);

        Assert.Equal("", (await rig.ApplyAsync("d-0001")).SupersededBy ?? "");
        Assert.Equal("{\n  \"version\": 1,\n  \"set\": {\n    \"reply-codec\": \"coded-output-stream\"\n  },\n  \"decision\": \"d-0001\"\n}\n", rig.Strategies);
        Assert.False((await rig.ListAsync())[0].IsPending);
        Assert.Contains("cites it", (await rig.Service.Store.Runs.DeleteAsync([run])).Kept[0].Reason, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(VerdictKind.Keep, DecisionChoice.Keep, "provisional")]
    [InlineData(VerdictKind.TradeOff, DecisionChoice.Keep, "provisional")]
    [InlineData(VerdictKind.Rollback, DecisionChoice.Rollback, "provisional")]
    [InlineData(VerdictKind.Unfit, DecisionChoice.Keep, "UNFIT")]
    [InlineData(VerdictKind.Unfit, DecisionChoice.Rollback, "UNFIT")]
    [InlineData(VerdictKind.Inconclusive, DecisionChoice.Keep, "INCONCLUSIVE")]
    [InlineData(VerdictKind.Inconclusive, DecisionChoice.Rollback, "INCONCLUSIVE")]
    [InlineData(VerdictKind.Rollback, DecisionChoice.Keep, "ROLLBACK")]
    [InlineData(VerdictKind.NoEffect, DecisionChoice.Keep, "NO-EFFECT")]
    [InlineData(VerdictKind.Keep, DecisionChoice.Rollback, "KEEP")]
    public async Task Choice_TheEvidenceDoesNotCarry_NeedsAnOverrideThatIsRecorded(VerdictKind kind, DecisionChoice choice, string word)
    {
        await using DecisionRig rig = await DecisionRig.OpenAsync();
        string run = await rig.AddAsync("r-20250102-000000-a", kind);

        Assert.True((await rig.ProposeAsync(run, choice)).NeedsOverride);
        LabInputException refused = await Assert.ThrowsAsync<LabInputException>(() => rig.DecideAsync(run, choice));
        Assert.Contains(word, refused.Errors[0], StringComparison.Ordinal);
        Assert.False(Directory.Exists(rig.Folder));

        StandingDecision made = await rig.DecideAsync(run, choice, overriding: Why);
        string text = DecisionRig.Text(Path.Combine(rig.Folder, made.Decision.FileName + ".md"));
        Assert.Contains("### Decided against the evidence", text, StringComparison.Ordinal);
        Assert.Contains($"> {Why}", text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(VerdictKind.NoEffect, DecisionChoice.Rollback)]
    [InlineData(VerdictKind.TradeOff, DecisionChoice.Rollback)]
    [InlineData(VerdictKind.Unfit, DecisionChoice.Rerun)]
    [InlineData(VerdictKind.Inconclusive, DecisionChoice.Rerun)]
    public async Task Choice_TheEvidenceCarries_NeedsNone(VerdictKind kind, DecisionChoice choice)
    {
        await using DecisionRig rig = await DecisionRig.OpenAsync();
        string run = await rig.AddAsync("r-20250102-000000-a", kind);

        StandingDecision made = await rig.DecideAsync(run, choice, overriding: "Not needed and not kept.");

        Assert.Empty(made.Decision.Objections);
        Assert.Null(made.Decision.Override);
        Assert.Null(made.Decision.Change);
    }

    /// <summary>A pool is the default of its seam, and by default nothing rents from it: taking it back names a combination that cannot be built.</summary>
    [Fact]
    public async Task Rollback_OfWhatNothingHereRuns_ChangesNothing()
    {
        await using DecisionRig rig = await DecisionRig.OpenAsync();
        ResolvedArm Pool(ResolvedArm arm, string use) => arm with { Strategies = new Dictionary<string, StrategySetting>(arm.Strategies) { ["message-pool"] = StrategySetting.Of(use) } };
        string run = await rig.AddAsync("r-1", VerdictKind.Rollback, isShort: false, worse: true, change: p => p with
        {
            ToggledSeams = ["message-pool"], Baseline = Pool(p.Baseline, "concurrent-bag"), Other = Pool(p.Other, "object-pool"),
        });

        Decision decision = (await rig.ProposeAsync(run, DecisionChoice.Rollback)).Decision;

        Assert.Null(decision.Change);
        Assert.Contains("The workspace does not run what is rolled back: its strategies stay as they are.", decision.Consequences);
    }

    [Fact]
    public async Task Keep_OfInjectedAndAaRuns_NeedsAnOverride()
    {
        await using DecisionRig rig = await DecisionRig.OpenAsync();
        string injected = await rig.AddAsync("r-1-injected", VerdictKind.Keep, inject: new InjectSpec { BytesPerMessage = 64 });
        string aa = await rig.AddAsync("r-2-aa", VerdictKind.Keep, isAa: true);

        Assert.Contains("INJECTED", (await rig.ProposeAsync(injected)).Decision.Objections[0], StringComparison.Ordinal);
        Assert.Contains("A/A", (await rig.ProposeAsync(aa)).Decision.Objections[0], StringComparison.Ordinal);
        Assert.Contains("INJECTED", (await rig.ProposeAsync(injected)).Markdown, StringComparison.Ordinal);
        Assert.Null((await rig.ProposeAsync(aa, overriding: Why)).Decision.Change);
    }

    [Theory]
    [InlineData(VerdictKind.Keep, false, "provisional")]
    [InlineData(VerdictKind.Inconclusive, true, "provisional")]
    [InlineData(VerdictKind.TradeOff, true, "does not hold")]
    [InlineData(VerdictKind.Unfit, true, "provisional")]
    [InlineData(VerdictKind.Rollback, true, "does not hold")]
    public async Task Keep_SecondRunThatWasNotDeclaredOrSaysOtherwise_DoesNotConfirm(VerdictKind kind, bool isDeclared, string objection)
    {
        await using DecisionRig rig = await DecisionRig.OpenAsync();
        string run = await rig.AddAsync("r-1", VerdictKind.Keep, isShort: false);
        await rig.AddAsync("r-2", kind, isShort: false, seed: 2, change: p => isDeclared ? p with { Confirms = run } : p);

        Assert.Contains(objection, Assert.Single((await rig.ProposeAsync(run)).Decision.Objections), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Rollback_ConfirmedByADeclaredRun_NeedsNoOverride()
    {
        await using DecisionRig rig = await DecisionRig.OpenAsync();
        string run = await rig.AddAsync("r-1", VerdictKind.Rollback, isShort: false, worse: true);
        await rig.AddAsync("r-2", VerdictKind.Rollback, isShort: false, seed: 2, worse: true, change: p => p with { Confirms = run });

        StandingDecision made = await rig.DecideAsync(run, DecisionChoice.Rollback);

        Assert.Empty(made.Decision.Objections);
        Assert.Equal(["r-1", "r-2"], made.Decision.RunIds);
        Assert.Contains("**ROLLBACK (confirmed)**", (await rig.ProposeAsync(run, DecisionChoice.Rollback)).Markdown, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Lists_SayOfEachRunWhatItsOwnReportSays()
    {
        await using DecisionRig rig = await DecisionRig.OpenAsync();
        string confirmed = await rig.ConfirmedAsync("r-1");
        string waiting = await rig.AddAsync("r-2", VerdictKind.Keep, isShort: false, seed: 2);
        await rig.AddAsync("r-3", VerdictKind.Rollback, isShort: false, seed: 3, worse: true, change: p => p with { Confirms = waiting });
        await rig.AddAsync("r-4", VerdictKind.Keep, isShort: false, seed: 4);

        IReadOnlyList<RunReport> list = await rig.Service.ListAsync(10, CancellationToken.None);

        Assert.Equal(
            [("r-1", "KEEP (confirmed)"), ("r-1-again", "KEEP (confirmed)"), ("r-2", "KEEP (withdrawn)"), ("r-3", "ROLLBACK (provisional)"), ("r-4", "KEEP (provisional)")],
            list.Select(r => (r.Run.Id, VerdictWords.Of(r))).Order());
        Assert.Equal(list, await rig.Service.HistoryAsync(list[0].Run.ExperimentId, 10, CancellationToken.None), (a, b) => VerdictWords.Of(a) == VerdictWords.Of(b));
        foreach (RunReport listed in list)
        {
            Assert.Equal(VerdictWords.Of(await rig.Service.ReportAsync(listed.Run.Id, CancellationToken.None)), VerdictWords.Of(listed));
        }
    }

    [Theory]
    [InlineData(RunOrigin.Imported)]
    [InlineData(RunOrigin.Sample)]
    public async Task Choice_OnARunOfElsewhere_NeedsAnOverride(RunOrigin origin)
    {
        await using DecisionRig rig = await DecisionRig.OpenAsync();
        string run = await rig.AddAsync("r-1", VerdictKind.Keep, isShort: false, change: p => p with { Origin = origin });
        await rig.AddAsync("r-2", VerdictKind.Keep, isShort: false, seed: 2);
        string back = await rig.AddAsync("r-3", VerdictKind.Rollback, change: p => p with { Origin = origin });

        Assert.Contains("not measured in this workspace", (await rig.ProposeAsync(run)).Decision.Objections[0], StringComparison.Ordinal);
        Assert.Contains("provisional", (await rig.ProposeAsync(run)).Decision.Objections[1], StringComparison.Ordinal);
        Assert.Contains("not measured in this workspace", (await rig.ProposeAsync(back, DecisionChoice.Rollback)).Decision.Objections[0], StringComparison.Ordinal);
    }

    [Fact]
    public async Task Decide_WithoutAVerdict_IsRefusedWhateverTheOverride()
    {
        await using DecisionRig rig = await DecisionRig.OpenAsync();
        string run = await rig.AddAsync("r-1", null, state: RunState.Failed);

        await Assert.ThrowsAsync<LabInputException>(() => rig.DecideAsync(run, DecisionChoice.Rerun, overriding: Why));
        await Assert.ThrowsAsync<LabInputException>(() => rig.DecideAsync("r-none"));
        await Assert.ThrowsAsync<LabInputException>(() => rig.DecideAsync("d-0001", DecisionChoice.Undo));
    }

    [Theory]
    [InlineData("", null)]
    [InlineData(" \n\t ", null)]
    [InlineData("why", "")]
    [InlineData("why", "\u001b")]
    public async Task Texts_MissingOrTooLong_AreRefused(string reason, string? title)
    {
        await using DecisionRig rig = await DecisionRig.OpenAsync();
        string run = await rig.ConfirmedAsync();

        if (title != "\u001b")
        {
            await Assert.ThrowsAsync<LabInputException>(() => rig.ProposeAsync(run, reason: reason, title: title));
        }

        await Assert.ThrowsAsync<LabInputException>(() => rig.ProposeAsync(run, reason: new string('x', DecisionRequest.ReasonLengthMax + 1)));
        await Assert.ThrowsAsync<LabInputException>(() => rig.ProposeAsync(run, title: new string('x', DecisionRequest.TitleLengthMax + 1)));
    }

    [Theory]
    [InlineData("../../etc/passwd", "0001-etc-passwd")]
    [InlineData("유지 결정", "0001-decision")]
    [InlineData("a\u202eb/..\\c:d\0e", "0001-a-b-c-d-e")]
    [InlineData("-- --keep", "0001-keep")]
    [InlineData("x---------------------------------------------------------------------------y", "0001-x-y")]
    public async Task Title_Hostile_BecomesAFileOfTheFolder(string title, string name)
    {
        await using DecisionRig rig = await DecisionRig.OpenAsync();
        string run = await rig.ConfirmedAsync();

        await rig.DecideAsync(run, title: title);

        Assert.Equal([$"{name}.json", $"{name}.md"], Directory.GetFiles(rig.Folder).Select(f => Path.GetFileName(f)).Order(StringComparer.Ordinal));
        Assert.Empty(Directory.GetFiles(rig.Workspace.Root));
    }

    [Fact]
    public async Task Reason_Hostile_StaysWordsInTheRecord()
    {
        await using DecisionRig rig = await DecisionRig.OpenAsync();
        string run = await rig.ConfirmedAsync();

        string text = (await rig.ProposeAsync(run, reason: "# Heading\r\n<script>alert(1)</script> [x](javascript:1) ![p](q)\n```\n- item | cell\n1. one\u001b[2J\n&lt;b&gt;", title: "*bold* `code`")).Markdown;

        Assert.Contains("> \\# Heading\n> &lt;script>alert(1)&lt;/script> [x]\\(javascript:1) ![p]\\(q)\n> \\`\\`\\`\n> \\- item \\| cell\n> 1\\. one?[2J\n> &amp;lt;b&amp;gt;", text, StringComparison.Ordinal);
        Assert.Contains("# 0001 \\*bold\\* \\`code\\`", text, StringComparison.Ordinal);
        Assert.DoesNotContain('\u001b', text);
    }

    [Fact]
    public async Task Number_FollowsTheHighestFileAndTheStore()
    {
        await using DecisionRig rig = await DecisionRig.OpenAsync();
        string run = await rig.ConfirmedAsync();
        Directory.CreateDirectory(rig.Folder);
        DecisionRig.Put(Path.Combine(rig.Folder, "0011-by-hand.md"), "kept");

        Assert.Equal("d-0012", (await rig.DecideAsync(run)).Decision.Id);
        Assert.Equal("d-0013", (await rig.DecideAsync(run, DecisionChoice.Rerun)).Decision.Id);
        Assert.Equal("kept", DecisionRig.Text(Path.Combine(rig.Folder, "0011-by-hand.md")));
    }

    [Fact]
    public async Task TwoPeople_AtOnce_SecondIsTold()
    {
        await using DecisionRig rig = await DecisionRig.OpenAsync();
        string run = await rig.ConfirmedAsync();
        await using LabService other = await rig.AnotherAsync();
        DecisionProposal mine = await rig.ProposeAsync(run);
        DecisionProposal theirs = await other.ProposeDecisionAsync(DecisionRig.Request(run, DecisionChoice.Rerun), CancellationToken.None);
        await rig.DecideAsync(run, token: mine.Token);

        LabInputException told = await Assert.ThrowsAsync<LabInputException>(() => other.DecideAsync(DecisionRig.Request(run, DecisionChoice.Rerun), theirs.Token, CancellationToken.None));

        Assert.Contains("Since this was shown", told.Message, StringComparison.Ordinal);
        Assert.Single(await rig.ListAsync());
    }

    [Fact]
    public async Task ManyPeople_AtTheSameMoment_NoTwoDecideTheSame()
    {
        await using DecisionRig rig = await DecisionRig.OpenAsync();
        string run = await rig.ConfirmedAsync();
        LabService[] people = [.. await Task.WhenAll(Enumerable.Range(0, 6).Select(_ => rig.AnotherAsync()))];
        string token = (await rig.ProposeAsync(run)).Token;

        bool[] done = await Task.WhenAll(people.Select(async p =>
        {
            try
            {
                await p.DecideAsync(DecisionRig.Request(run), token, CancellationToken.None);
                return true;
            }
            catch (LabInputException)
            {
                return false;
            }
        }));

        Assert.Equal(1, done.Count(d => d));
        Assert.Single(await rig.ListAsync());
        foreach (LabService person in people)
        {
            await person.DisposeAsync();
        }
    }

    [Fact]
    public async Task Strategies_ThatChangedSinceTheDiff_AreNotOverwritten()
    {
        await using DecisionRig rig = await DecisionRig.OpenAsync();
        string run = await rig.ConfirmedAsync();
        DecisionProposal shown = await rig.ProposeAsync(run);
        StandingDecision made = await rig.DecideAsync(run, token: shown.Token);
        const string Edited = "{\n  \"version\": 1,\n  \"set\": {}\n}\n";
        DecisionRig.Put(rig.Workspace.Strategies, Edited);

        await Assert.ThrowsAsync<LabInputException>(() => rig.ApplyAsync(made.Decision.Id));

        Assert.Equal(Edited, rig.Strategies);
        Assert.True((await rig.ListAsync())[0].IsPending);
        File.Delete(rig.Workspace.Strategies);
        DecisionProposal again = await rig.ProposeAsync(run);
        DecisionRig.Put(rig.Workspace.Strategies, Edited);
        await Assert.ThrowsAsync<LabInputException>(() => rig.DecideAsync(run, token: again.Token));
        StandingDecision second = await rig.DecideAsync(run);
        Assert.Equal("d-0001", second.Decision.Supersedes);
        await rig.ApplyAsync(second.Decision.Id);
        Assert.Contains("coded-output-stream", rig.Strategies, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Undo_RestoresWhatWasBeforeAndKeepsTheRest()
    {
        await using DecisionRig rig = await DecisionRig.OpenAsync();
        string run = await rig.ConfirmedAsync();
        DecisionRig.Put(rig.Workspace.Strategies, "{ \"version\": 1, \"set\": { \"mailbox\": \"buffer-block\" } }");
        await rig.ApplyAsync((await rig.DecideAsync(run)).Decision.Id);
        Assert.Contains("coded-output-stream", rig.Strategies, StringComparison.Ordinal);

        StandingDecision undone = await rig.DecideAsync("d-0001", DecisionChoice.Undo, "It was too early.");
        await rig.ApplyAsync(undone.Decision.Id);

        Assert.Equal("{\n  \"version\": 1,\n  \"set\": {\n    \"mailbox\": \"buffer-block\"\n  },\n  \"decision\": \"d-0002\"\n}\n", rig.Strategies);
        IReadOnlyList<StandingDecision> all = await rig.ListAsync();
        Assert.Equal(("d-0002", true), (all[0].SupersededBy, all[1].IsStanding));
        await Assert.ThrowsAsync<LabInputException>(() => rig.ProposeAsync("d-0001", DecisionChoice.Undo));
        await Assert.ThrowsAsync<LabInputException>(() => rig.ApplyAsync("d-0001"));
        Assert.Contains("coded-output-stream", (await rig.ProposeAsync("d-0002", DecisionChoice.Undo)).Decision.Change!.AfterText, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Undo_OfASeamThatMovedSince_IsRefused()
    {
        await using DecisionRig rig = await DecisionRig.OpenAsync();
        string run = await rig.ConfirmedAsync();
        await rig.ApplyAsync((await rig.DecideAsync(run)).Decision.Id);
        DecisionRig.Put(rig.Workspace.Strategies, "{ \"version\": 1, \"set\": {} }");

        LabInputException told = await Assert.ThrowsAsync<LabInputException>(() => rig.ProposeAsync("d-0001", DecisionChoice.Undo));

        Assert.Contains("reply-codec", told.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Rollback_OfWhatIsInUse_BringsTheBaselineBack()
    {
        await using DecisionRig rig = await DecisionRig.OpenAsync();
        string run = await rig.ConfirmedAsync();
        await rig.ApplyAsync((await rig.DecideAsync(run)).Decision.Id);
        string later = await rig.AddAsync("r-20250105-000000-b", VerdictKind.Rollback, worse: true);
        await rig.AddAsync("r-20250105-000000-c", VerdictKind.Rollback, seed: 3, worse: true, change: p => p with { Confirms = later });

        StandingDecision back = await rig.DecideAsync(later, DecisionChoice.Rollback);
        await rig.ApplyAsync(back.Decision.Id);

        Assert.Contains("\"set\": {}", rig.Strategies, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("{ \"version\": 2, \"set\": {} }", "version")]
    [InlineData("{ \"version\": 1 }", "set")]
    [InlineData("{ \"version\": 1, \"set\": { \"malibox\": \"x\" } }", "mailbox")]
    [InlineData("{ \"version\": 1, \"set\": { \"mailbox\": \"no-such\" } }", "no-such")]
    [InlineData("{ \"version\": 1, \"set\": { \"mailbox\": { \"use\": \"channel-bounded\", \"capacity\": 0 } } }", "capacity")]
    [InlineData("{ \"version\": 1, \"set\": { \"mailbox\": 7 } }", "set.mailbox")]
    [InlineData("{ \"version\": 1, \"set\": {}, \"extra\": 1 }", "extra")]
    [InlineData("{ \"version\": 1, \"set\": {}, \"decision\": \"../x\" }", "decision")]
    [InlineData("{ \"version\": 1, \"set\": { \"mailbox\": \"a\", \"mailbox\": \"b\" } }", "JSON")]
    [InlineData("[]", "object")]
    [InlineData("{", "JSON")]
    public async Task Strategies_ThatCannotBeUsed_AreNamed(string text, string word)
    {
        await using DecisionRig rig = await DecisionRig.OpenAsync();
        DecisionRig.Put(rig.Workspace.Strategies, text);

        LabInputException wrong = await Assert.ThrowsAsync<LabInputException>(() => rig.Service.StrategiesAsync(CancellationToken.None));

        Assert.StartsWith("strategies.json: ", wrong.Errors[0], StringComparison.Ordinal);
        Assert.Contains(word, wrong.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Decision_WhoseFilesCouldNotBeWritten_IsFinishedByTheNextLook()
    {
        await using DecisionRig rig = await DecisionRig.OpenAsync();
        string run = await rig.ConfirmedAsync();
        DecisionRig.Put(rig.Folder, "a file where a folder belongs");
        await Assert.ThrowsAnyAsync<IOException>(() => rig.DecideAsync(run));
        File.Delete(rig.Folder);

        await using LabService next = await rig.AnotherAsync();
        StandingDecision found = Assert.Single(await next.DecisionsAsync(CancellationToken.None));

        Assert.True(File.Exists(Path.Combine(rig.Folder, found.Decision.FileName + ".md")));
        Assert.True(File.Exists(Path.Combine(rig.Folder, found.Decision.FileName + ".json")));
    }

    [Fact]
    public async Task Strategies_WrittenByAProcessThatDiedBeforeItsMark_CountAsWritten()
    {
        await using DecisionRig rig = await DecisionRig.OpenAsync();
        string run = await rig.ConfirmedAsync();
        StandingDecision made = await rig.DecideAsync(run);
        DecisionRig.Put(rig.Workspace.Strategies, made.Decision.Change!.AfterText);

        Assert.NotNull(Assert.Single(await rig.ListAsync()).AppliedAt);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(5)]
    public async Task Process_KilledWhileItDecides_LeavesNothingHalfDone(int killAfter)
    {
        await using DecisionRig rig = await DecisionRig.OpenAsync();
        string run = await rig.ConfirmedAsync();
        int reported = 0;
        using (Process child = DecidingChild.Start(rig.Workspace.Root, run))
        {
            using CancellationTokenSource deadline = new(TimeSpan.FromSeconds(120));
            while (await child.StandardOutput.ReadLineAsync(deadline.Token) is not null)
            {
                if (++reported == killAfter)
                {
                    child.Kill();
                }
            }

            await child.WaitForExitAsync(deadline.Token);
        }

        IReadOnlyList<StandingDecision> all = await rig.ListAsync();

        Assert.InRange(all.Count, reported, reported + 1);
        Assert.Equal(
            all.SelectMany(d => new[] { d.Decision.FileName + ".json", d.Decision.FileName + ".md" }).Order(StringComparer.Ordinal),
            Directory.GetFiles(rig.Folder).Select(f => Path.GetFileName(f)).Where(f => !f.EndsWith(".part", StringComparison.Ordinal)).Order(StringComparer.Ordinal));
        WorkspaceStrategies strategies = await rig.Service.StrategiesAsync(CancellationToken.None);
        Assert.True(strategies.Decision is null || all.Any(d => d.Decision.Id == strategies.Decision && d.AppliedAt is not null));
        await rig.DecideAsync(run, DecisionChoice.Rerun);
    }
}
