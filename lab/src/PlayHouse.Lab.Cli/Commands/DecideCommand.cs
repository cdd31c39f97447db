using System.CommandLine;
using PlayHouse.Lab.Model.Decisions;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Reporting.Decisions;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Decisions;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary><c>plab decide</c>: what a person does about a run; a dry run until <c>--write</c>.</summary>
internal sealed class DecideCommand : ICommandSource
{
    public IReadOnlyList<(string Line, string Why)> Examples { get; } =
    [
        ("plab decide r-20250101-1 --keep --reason \"saves 64 B a message\"", "show the record and the change of strategies.json; write nothing"),
        ("plab decide r-20250101-1 --keep --reason \"saves 64 B a message\" --write", "record it and write strategies.json"),
        ("plab decide r-20250101-1 --rerun --reason \"the machine was busy\" --write", "record that the data do not carry a decision"),
        ("plab decide d-0012 --undo --reason \"p99 suffered in production\" --write", "take a decision back, and what it changed"),
    ];

    public Command Create(CommandContext context)
    {
        Argument<string> subject = new("RUN") { Description = "Run id or its beginning; with --undo and --apply the id of a decision" };
        (Option<bool> Option, DecisionChoice? Choice)[] choices =
        [
            (new("--keep") { Description = "The candidate becomes what this workspace uses" }, DecisionChoice.Keep),
            (new("--rollback") { Description = "The baseline stays, or comes back" }, DecisionChoice.Rollback),
            (new("--rerun") { Description = "Nothing changes: run it again" }, DecisionChoice.Rerun),
            (new("--undo") { Description = "Take a decision back by one that replaces it" }, DecisionChoice.Undo),
            (new("--apply") { Description = "Write strategies.json of a decision that was recorded without it" }, null),
        ];
        Option<string?> reason = new("--reason") { Description = "Why; recorded", HelpName = "TEXT" };
        Option<string?> overriding = new("--override") { Description = "Why although the evidence does not carry it; recorded", HelpName = "TEXT" };
        Option<string?> title = new("--title") { Description = "Title of the record", HelpName = "TEXT" };
        Option<string?> expect = new("--expect") { Description = "Refuse when anything changed since the dry run that printed this", HelpName = "TOKEN" };
        Option<bool> write = new("--write") { Description = "Record it, and write strategies.json where it changes" };
        Option<bool> json = CommonArguments.Json();
        Command command = new("decide", "Decide about a run: keep, roll back or run again; a dry run until --write") { subject };
        foreach ((Option<bool> option, _) in choices)
        {
            command.Add(option);
        }

        foreach (Option option in new Option[] { reason, overriding, title, expect, write, json })
        {
            command.Add(option);
        }

        command.Validators.Add(result =>
        {
            if (choices.Count(c => result.GetValue(c.Option)) != 1)
            {
                result.AddError($"Give exactly one of {string.Join(", ", choices.Select(c => c.Option.Name))}.");
            }
        });
        command.SetAction((parsed, ct) =>
        {
            string id = parsed.GetRequiredValue(subject);
            if (choices.Single(c => parsed.GetValue(c.Option)).Choice is not { } choice)
            {
                return ApplyAsync(context, id, parsed.GetValue(json), ct);
            }

            DecisionRequest request = new()
            {
                Subject = id, Choice = choice, Reason = parsed.GetValue(reason) ?? "", Title = parsed.GetValue(title), Override = parsed.GetValue(overriding),
            };
            return parsed.GetValue(write)
                ? WriteAsync(context, request, parsed.GetValue(expect), parsed.GetValue(json), ct)
                : ShowAsync(context, request, parsed.GetValue(json), ct);
        });
        return command;
    }

    private static async Task<int> ShowAsync(CommandContext context, DecisionRequest request, bool isJson, CancellationToken ct)
    {
        ILabService service = await context.ServiceAsync(ct);
        DecisionProposal proposal = await service.ProposeDecisionAsync(request, ct);
        context.Console.Result(isJson
            ? DecisionText.Json(proposal.Decision, proposal.Markdown, proposal.Token, isRecorded: false, isApplied: false)
            : DecisionText.Of(proposal.Decision, proposal.Markdown));
        if (proposal.NeedsOverride)
        {
            foreach (string objection in proposal.Decision.Objections)
            {
                context.Console.Say(objection);
            }

            context.Console.Say("It is not recorded like this: add --override TEXT with the reason to decide it all the same.");
            return ExitCodes.BadInput;
        }

        context.Console.Say($"Nothing was written. The same command with --write --expect {proposal.Token} records it.");
        return ExitCodes.Decided;
    }

    private static async Task<int> WriteAsync(CommandContext context, DecisionRequest request, string? expect, bool isJson, CancellationToken ct)
    {
        ILabService service = await context.ServiceAsync(ct);
        StandingDecision standing = await service.DecideAsync(request, expect, ct);
        return await FinishAsync(context, service, standing, isJson, ct);
    }

    private static async Task<int> ApplyAsync(CommandContext context, string id, bool isJson, CancellationToken ct)
    {
        ILabService service = await context.ServiceAsync(ct);
        StandingDecision standing = (await service.DecisionsAsync(ct)).FirstOrDefault(d => d.Decision.Id == id)
            ?? throw new LabInputException([$"There is no decision '{PlainText.Clean(id)}'; plab decisions lists them."]);
        return await FinishAsync(context, service, standing, isJson, ct);
    }

    private static async Task<int> FinishAsync(CommandContext context, ILabService service, StandingDecision standing, bool isJson, CancellationToken ct)
    {
        Decision decision = standing.Decision;
        if (standing.IsPending)
        {
            standing = await service.ApplyDecisionAsync(decision.Id, ct);
        }

        string[] lines =
        [
            $"{decision.Id}: {DecisionWords.Of(decision.Choice)}. {PlainText.Clean(decision.Title)}",
            $"  experiments/decisions/{decision.FileName}.md",
            .. DecisionWords.Changes(decision.Change).Select(c => $"  {c}"),
            $"  {DecisionWords.Standing(standing)}",
        ];
        context.Console.Result(isJson
            ? DecisionText.Json(decision, DecisionMarkdown.Of(decision), null, isRecorded: true, standing.AppliedAt is not null)
            : string.Join('\n', lines) + "\n");
        return ExitCodes.Decided;
    }
}

/// <summary><c>plab decisions</c>: what was decided in this workspace.</summary>
internal sealed class DecisionsCommand : ICommandSource
{
    public IReadOnlyList<(string Line, string Why)> Examples { get; } =
    [
        ("plab decisions", "what was decided, newest first, and what stands"),
        ("plab decisions --json", "for a program, with the evidence of each"),
    ];

    public Command Create(CommandContext context)
    {
        Option<bool> json = CommonArguments.Json();
        Command command = new("decisions", "List what was decided and what this workspace uses") { json };
        command.SetAction(async (parsed, ct) =>
        {
            ILabService service = await context.ServiceAsync(ct);
            IReadOnlyList<StandingDecision> decisions = await service.DecisionsAsync(ct);
            WorkspaceStrategies strategies = await service.StrategiesAsync(ct);
            string used = DecisionText.Sentence(strategies) ?? "This workspace uses the shipped default of every seam.";
            context.Console.Result(parsed.GetValue(json)
                ? DecisionText.ListJson(decisions, strategies)
                : DecisionText.List(decisions, context.Console.Width) + "\n" + string.Join('\n', PlainText.Wrap(used, context.Console.Width)) + "\n");
            return ExitCodes.Decided;
        });
        return command;
    }
}
