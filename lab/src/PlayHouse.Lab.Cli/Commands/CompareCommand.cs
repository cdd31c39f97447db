using System.CommandLine;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner.Compare;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary><c>plab compare</c>: the arms inside a run with a verdict, or arms of two runs without one.</summary>
internal sealed class CompareCommand : ICommandSource
{
    public IReadOnlyList<(string Line, string Why)> Examples { get; } =
    [
        ("plab compare r-20250101-1", "the arms inside a run: verdict and call sites"),
        ("plab compare r-20250101-1:candidate", "the same from the other arm: A and B are swapped"),
        ("plab compare r-20250101-1:candidate r-20250102-1:candidate", "arms of two runs: descriptive, not interleaved"),
        ("plab compare r-20250101-1 --csv", "the metrics with every digit, for a spreadsheet"),
    ];

    public Command Create(CommandContext context)
    {
        Argument<string> left = new("RUN") { Description = "A run, or RUN:arm" };
        Argument<string?> right = new("RUN2") { Description = "What to compare it with, RUN2 or RUN2:arm; the other arm of RUN by default", Arity = ArgumentArity.ZeroOrOne };
        Option<bool> json = CommonArguments.Json();
        Option<bool> markdown = new("--markdown") { Description = "Markdown on standard output" };
        Option<bool> csv = new("--csv") { Description = "Comma-separated values of the metrics on standard output" };
        Command command = new("compare", "Compare the arms inside a run, or arms of two runs") { left, right, json, markdown, csv };
        command.Validators.Add(result =>
        {
            if (new[] { json, markdown, csv }.Count(o => result.GetValue(o)) > 1)
            {
                result.AddError("--json, --markdown and --csv exclude each other.");
            }
        });
        command.SetAction((parsed, ct) =>
        {
            ComparisonFormat? format = parsed.GetValue(json) ? ComparisonFormat.Json : parsed.GetValue(markdown) ? ComparisonFormat.Markdown : parsed.GetValue(csv) ? ComparisonFormat.Csv : null;
            return RunAsync(context, parsed.GetRequiredValue(left), parsed.GetValue(right), format, ct);
        });
        return command;
    }

    private static async Task<int> RunAsync(CommandContext context, string left, string? right, ComparisonFormat? format, CancellationToken ct)
    {
        Side a = Side.Parse(left);
        Side? b = right is null ? null : Side.Parse(right);
        Comparison comparison = (await Comparison.OfAsync(await context.ServiceAsync(ct), a, b, ct)).Allowed();
        context.Console.Result(format is { } form ? Export(comparison, form) : Text(comparison, context.Console.Width));
        return comparison.Form == ComparisonForm.Inside ? ExitCodes.Of(comparison.Left) : ExitCodes.Decided;
    }

    // A file holds the run as it was judged, whichever side is looked at from.
    private static string Export(Comparison comparison, ComparisonFormat format) => comparison.Arms is { } arms
        ? ComparisonExport.Of(arms, $"{comparison.LeftSide}", $"{comparison.RightSide}", format)
        : ComparisonExport.Of(comparison.Left, [], [], format);

    private static string Text(Comparison comparison, int width) => comparison.Arms is { } arms
        ? ArmComparisonText.Of(arms, $"{comparison.LeftSide}", $"{comparison.RightSide}", width)
        : RunText.Comparison(comparison.Shown, width);
}
