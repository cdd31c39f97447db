using System.CommandLine;
using PlayHouse.Engine.Strategies;
using PlayHouse.Lab.Model.Decisions;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Decisions;
using PlayHouse.Lab.Runner.Explain;
using PlayHouse.Lab.Runner.Validate;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary><c>plab strategies</c>: what can be toggled in the engine.</summary>
internal sealed class StrategiesCommand : ICommandSource
{
    public IReadOnlyList<(string Line, string Why)> Examples { get; } =
    [
        ("plab strategies", "every seam and its strategies"),
        ("plab strategies mailbox", "one seam with its knobs and sources"),
        ("plab strategies --explain buffer-block", "what it does, where, what it costs, what runs have said"),
        ("plab strategies --explain mailbox/buffer-block", "the same, where two seams have a strategy of that name"),
        ("plab strategies --json", "for a program"),
    ];

    public Command Create(CommandContext context)
    {
        Argument<string?> seam = new("SEAM") { Description = "One seam, with everything about it", Arity = ArgumentArity.ZeroOrOne };
        Option<bool> json = CommonArguments.Json();
        Option<string?> explain = new("--explain") { Description = "Everything about one strategy, seam/strategy, or preset", HelpName = "ID" };
        Command command = new("strategies", "List what can be toggled in the engine") { seam, explain, json };
        command.SetAction((parsed, ct) => parsed.GetValue(explain) is { } id
            ? ExplainAsync(context, id, parsed.GetValue(json), ct)
            : Task.FromResult(Run(context, parsed.GetValue(seam), parsed.GetValue(json))));
        return command;
    }

    private static async Task<int> ExplainAsync(CommandContext context, string id, bool isJson, CancellationToken ct)
    {
        EngineCatalog catalog = EngineCatalog.Shipped;
        (SeamDescriptor Seam, StrategyDescriptor Strategy)[] found =
        [
            .. catalog.Seams.SelectMany(seam => seam.Strategies, (seam, strategy) => (seam, strategy))
                .Where(s => s.strategy.Id == id || $"{s.seam.Id}/{s.strategy.Id}" == id || $"{s.seam.Id}: {s.strategy.Id}" == id),
        ];
        if (found.Length == 0)
        {
            StrategyPreset preset = catalog.Presets.FirstOrDefault(p => p.Id == id) ?? throw Unknown(id, catalog);
            context.Console.Result(isJson ? StrategyExplanation.Json(preset) : StrategyExplanation.Text(preset, context.Console.Width));
            return ExitCodes.Decided;
        }

        ILabService service = await context.ServiceAsync(ct);
        LabWorkspace workspace = context.FindWorkspace();
        List<ExplainedStrategy> explained = [];
        foreach ((SeamDescriptor seam, StrategyDescriptor strategy) in found)
        {
            explained.Add(new ExplainedStrategy(seam, strategy, await StrategyEvidence.OfAsync(service, workspace, seam.Id, ct)));
        }

        context.Console.Result(isJson ? StrategyExplanation.Json(explained) : StrategyExplanation.Text(explained, context.Console.Width));
        return ExitCodes.Decided;
    }

    private static LabInputException Unknown(string id, EngineCatalog catalog)
    {
        string[] ids = [.. catalog.Seams.SelectMany(s => s.Strategies).Select(s => s.Id).Concat(catalog.Presets.Select(p => p.Id)).Distinct()];
        string? near = NearestWord.Find(id, ids);
        string hint = catalog.Seam(id) is not null ? $" It is a seam: plab strategies {id} lists its strategies." : near is null ? "" : $" Did you mean '{near}'?";
        return new LabInputException([$"No strategy or preset '{id}'.{hint}"]);
    }

    private static int Run(CommandContext context, string? seam, bool isJson)
    {
        IReadOnlyList<SeamDescriptor> seams = EngineCatalog.Shipped.Seams;
        if (seam is not null)
        {
            if (EngineCatalog.Shipped.Seam(seam) is not { } found)
            {
                string? near = NearestWord.Find(seam, seams.Select(s => s.Id));
                string hint = near is null ? "" : $" Did you mean '{near}'?";
                throw new LabInputException([$"No seam '{seam}'.{hint} Seams: {string.Join(", ", seams.Select(s => s.Id))}."]);
            }

            seams = [found];
        }

        WorkspaceStrategies strategies = WorkspaceOf(context);
        context.Console.Result(isJson ? StrategyListing.Json(seams, strategies)
            : seam is null ? StrategyListing.Overview(seams, strategies, context.Console.Width)
            : StrategyListing.Detail(seams[0], strategies, context.Console.Width));
        return ExitCodes.Decided;
    }

    // The catalogue is the build's: it is listed where there is no workspace, too.
    private static WorkspaceStrategies WorkspaceOf(CommandContext context)
    {
        LabWorkspace workspace;
        try
        {
            workspace = context.Workspace();
        }
        catch (DirectoryNotFoundException)
        {
            return WorkspaceStrategies.None;
        }

        return WorkspaceStrategiesFile.Load(workspace);
    }
}
