using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Decisions;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting.Decisions;
using PlayHouse.Lab.Runner.Workspace;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Decisions;

/// <summary>
/// Decisions of a workspace. A decision is made by one row of the store: before it nothing is there, after it everything follows,
/// by this process or, when it dies, by the next that looks. Files are never overwritten. Any thread, any number of processes.
/// </summary>
internal sealed class DecisionBook(LabStore store, LabWorkspace workspace, TimeProvider clock)
{
    /// <summary>Prepares a decision.</summary>
    public async Task<DecisionProposal> ProposeAsync(DecisionRequest request, Func<string, Task<RunReport>> report, CancellationToken ct)
    {
        IReadOnlyList<StandingDecision> all = await ListAsync(ct);
        int number = Math.Max(
            DecisionIds.Highest(workspace.Decisions), all.Select(d => DecisionIds.Number(d.Decision.Id)).DefaultIfEmpty(0).Max()) + 1;
        string strategies = WorkspaceStrategiesFile.ReadText(workspace);
        DateTimeOffset now = clock.GetUtcNow();
        Decision decision;
        string verdict = "";
        if (request.Choice == DecisionChoice.Undo)
        {
            StandingDecision undone = all.FirstOrDefault(d => d.Decision.Id == request.Subject)
                ?? throw new LabInputException([$"There is no decision '{Reporting.PlainText.Clean(request.Subject)}' in this store; plab decisions lists them."]);
            decision = DecisionMaker.Undo(request, undone, number, strategies, now);
        }
        else
        {
            RunReport run = await report(request.Subject);
            decision = DecisionMaker.OfRun(request, run, number, all.LastOrDefault(d => d.IsStanding && d.Decision.RunIds[0] == run.Run.Id), strategies, now);
            verdict = JsonSerializer.Serialize(run.Verdict, LabJson.Compact);
        }

        return new DecisionProposal(decision, DecisionMarkdown.Of(decision), Token(strategies, verdict, decision));
    }

    /// <summary>Makes a prepared decision, if what it was shown with has not changed: the record, not the workspace's strategies.</summary>
    public async Task<StandingDecision> DecideAsync(DecisionProposal proposal, string? shownToken, CancellationToken ct)
    {
        Decision decision = proposal.Decision;
        if (proposal.NeedsOverride)
        {
            throw new LabInputException([.. decision.Objections, "To decide it all the same, say why: --override TEXT, or the field of that name. It is recorded."]);
        }

        if (shownToken is not null && proposal.Token != shownToken)
        {
            throw Changed("another decision was made, or the verdict or strategies.json changed");
        }

        try
        {
            await store.Decisions.SaveAsync(
                new DecisionRecord { Id = decision.Id, RunIds = decision.RunIds, Body = proposal.Markdown, Supersedes = decision.Supersedes, Decision = decision },
                () => Check(decision),
                ct);
        }
        catch (StoreException e) when (e.Problem == StoreProblem.Conflict)
        {
            throw Changed("another decision was recorded");
        }

        await CarryOutAsync(ct);
        return (await ListAsync(ct)).Single(d => d.Decision.Id == decision.Id);
    }

    /// <summary>Writes the strategies of a decision that was made, if the file is still what its diff was shown against.</summary>
    public async Task<StandingDecision> ApplyAsync(string id, CancellationToken ct)
    {
        StandingDecision standing = (await ListAsync(ct)).FirstOrDefault(d => d.Decision.Id == id)
            ?? throw new LabInputException([$"There is no decision '{Reporting.PlainText.Clean(id)}' in this store; plab decisions lists them."]);
        if (standing.Decision.Change is not { } change)
        {
            throw new LabInputException([$"{id} does not change {WorkspaceStrategies.FileName}."]);
        }

        if (!standing.IsStanding)
        {
            throw new LabInputException([$"{id} does not stand any more: {standing.SupersededBy} replaced it."]);
        }

        await store.Decisions.ApplyAsync(
            id,
            () =>
            {
                string now = WorkspaceStrategiesFile.ReadText(workspace);
                if (now != change.AfterText && now != change.BeforeText)
                {
                    throw Changed($"{WorkspaceStrategies.FileName} changed");
                }

                WorkspaceStrategiesFile.WriteText(workspace, change.AfterText);
            },
            ct);
        return (await ListAsync(ct)).Single(d => d.Decision.Id == id);
    }

    /// <summary>All decisions, oldest first. What a dead process left undone is done before.</summary>
    public async Task<IReadOnlyList<StandingDecision>> ListAsync(CancellationToken ct)
    {
        IReadOnlyList<DecisionRecord> rows = await CarryOutAsync(ct);
        Dictionary<string, string> superseded = rows.Where(r => r.Supersedes is not null).ToDictionary(r => r.Supersedes!, r => r.Id, StringComparer.Ordinal);
        return [.. rows.Where(r => r.Decision is not null).Select(r => new StandingDecision(r.Decision!, superseded.GetValueOrDefault(r.Id), r.AppliedAt))];
    }

    /// <summary>What the prepared decision rests on, in few characters.</summary>
    private static string Token(string strategies, string verdict, Decision decision) =>
        Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(string.Join('\0', decision.Id, decision.Supersedes, strategies, verdict))))[..12];

    private void Check(Decision decision)
    {
        if (DecisionIds.IsTaken(workspace.Decisions, DecisionIds.Number(decision.Id)))
        {
            throw Changed($"experiments/decisions has a record {decision.FileName[..4]} now");
        }
    }

    private async Task<IReadOnlyList<DecisionRecord>> CarryOutAsync(CancellationToken ct)
    {
        IReadOnlyList<DecisionRecord> rows = await store.Decisions.ListAsync(ct);
        DecisionRecord[] unwritten = [.. rows.Where(r => r is { WrittenAt: null, Decision: not null })];
        foreach (DecisionRecord row in unwritten)
        {
            await store.Decisions.WriteFilesAsync(row.Id, () => WriteFiles(row), ct);
        }

        // A process that died between the file and its mark leaves the file as the witness.
        DecisionRecord[] unmarked = [.. rows.Where(r => r.AppliedAt is null && r.Decision?.Change is not null)];
        string text = unmarked.Length == 0 ? "" : WorkspaceStrategiesFile.ReadText(workspace);
        DecisionRecord? witnessed = unmarked.FirstOrDefault(r => r.Decision!.Change!.AfterText == text);
        if (witnessed is not null)
        {
            await store.Decisions.ApplyAsync(witnessed.Id, static () => { }, ct);
        }

        return unwritten.Length == 0 && witnessed is null ? rows : await store.Decisions.ListAsync(ct);
    }

    private void WriteFiles(DecisionRecord row)
    {
        Decision decision = row.Decision!;
        string path = Path.Combine(workspace.Decisions, decision.FileName);
        string json = JsonSerializer.Serialize(decision, LabJson.Indented) + "\n";
        if (!AtomicFile.Create(path + ".json", json) || !AtomicFile.Create(path + ".md", row.Body))
        {
            throw new LabInputException([$"experiments/decisions/{decision.FileName} is there and holds something else; move it away. The decision {decision.Id} itself is stored and its files follow."]);
        }
    }

    private static LabInputException Changed(string what) =>
        new([$"Since this was shown, {what}. Nothing was written; look at it again and decide then."]);
}
