using System.CommandLine;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Clean;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary><c>plab clean</c>: removes raw traces beyond retention, and runs when asked.</summary>
internal sealed class CleanCommand : ICommandSource
{
    public IReadOnlyList<(string Line, string Why)> Examples { get; } =
    [
        ("plab clean --dry-run", "what would go"),
        ("plab clean", "remove raw traces beyond the latest 20 or 2 GiB"),
        ("plab clean --runs", "remove every run that no decision cites, too"),
        ("plab clean --sample", "remove the recorded sample of plab dashboard --demo-data, too"),
    ];

    public Command Create(CommandContext context)
    {
        Option<bool> dryRun = new("--dry-run") { Description = "Say what would go and remove nothing" };
        Option<bool> runs = new("--runs") { Description = "Remove runs that no decision cites, too" };
        Option<bool> sample = new("--sample") { Description = "Remove the recorded sample, too" };
        Command command = new("clean", "Remove what retention does not keep; never what a decision cites") { dryRun, runs, sample };
        command.SetAction((parsed, ct) => RunAsync(
            context, new CleanOptions { DryRun = parsed.GetValue(dryRun), RemoveRuns = parsed.GetValue(runs), RemoveSample = parsed.GetValue(sample) }, ct));
        return command;
    }

    private static async Task<int> RunAsync(CommandContext context, CleanOptions options, CancellationToken ct)
    {
        ILabService service = await context.ServiceAsync(ct);
        CleanResult result = await service.CleanAsync(options, ct);
        List<string> lines = [CleanWords.Of(result, options.DryRun)];
        lines.AddRange(result.Kept.SelectMany(k => PlainText.Wrap(k, context.Console.Width, "  kept: ")));
        context.Console.Result(string.Join('\n', lines) + "\n");
        return ExitCodes.Decided;
    }
}
