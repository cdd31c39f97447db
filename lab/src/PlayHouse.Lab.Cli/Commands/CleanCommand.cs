using System.CommandLine;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary><c>plab clean</c>: removes raw traces beyond retention, and runs when asked.</summary>
internal sealed class CleanCommand : ICommandSource
{
    public IReadOnlyList<(string Line, string Why)> Examples { get; } =
    [
        ("plab clean --dry-run", "what would go"),
        ("plab clean", "remove raw traces beyond the latest 20 or 2 GiB"),
        ("plab clean --runs", "remove every run that no decision cites, too"),
    ];

    public Command Create(CommandContext context)
    {
        Option<bool> dryRun = new("--dry-run") { Description = "Say what would go and remove nothing" };
        Option<bool> runs = new("--runs") { Description = "Remove runs that no decision cites, too" };
        Command command = new("clean", "Remove what retention does not keep; never what a decision cites") { dryRun, runs };
        command.SetAction((parsed, ct) => RunAsync(context, parsed.GetValue(dryRun), parsed.GetValue(runs), ct));
        return command;
    }

    private static async Task<int> RunAsync(CommandContext context, bool isDryRun, bool removeRuns, CancellationToken ct)
    {
        ILabService service = await context.ServiceAsync(ct);
        CleanResult result = await service.CleanAsync(new CleanOptions { DryRun = isDryRun, RemoveRuns = removeRuns }, ct);
        List<string> lines = [CleanWords.Of(result, isDryRun)];
        lines.AddRange(result.Kept.SelectMany(k => PlainText.Wrap(k, context.Console.Width, "  kept: ")));
        context.Console.Result(string.Join('\n', lines) + "\n");
        return ExitCodes.Decided;
    }
}
