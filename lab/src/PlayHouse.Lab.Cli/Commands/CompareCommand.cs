using System.CommandLine;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Compare;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary><c>plab compare</c>: the arms inside a run with a verdict, or arms of two runs without one.</summary>
internal sealed class CompareCommand : ICommandSource
{
    public IReadOnlyList<(string Line, string Why)> Examples { get; } =
    [
        ("plab compare r-20250101-1", "the arms inside a run: verdict and call sites"),
        ("plab compare r-20250101-1:candidate r-20250102-1:candidate", "arms of two runs: descriptive, not interleaved"),
        ("plab compare r-20250101-1 --csv", "the metrics with every digit, for a spreadsheet"),
    ];

    public Command Create(CommandContext context)
    {
        Argument<string> left = new("RUN") { Description = "A run, or RUN:arm" };
        Argument<string?> right = new("RUN2") { Description = "RUN:arm to compare with the first", Arity = ArgumentArity.ZeroOrOne };
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
        if (right is not null)
        {
            return await SideBySideAsync(context, left, right, format, ct);
        }

        if (left.Contains(':', StringComparison.Ordinal))
        {
            throw new LabInputException([$"'{left}' names one arm; name a second one to compare it with, or the run alone for its verdict."]);
        }

        ILabService service = await context.ServiceAsync(ct);
        RunReport report = await service.ReportAsync(left, ct);
        context.Console.Result(format is { } form ? ComparisonExport.Of(report, [], form) : RunText.Comparison(report, context.Console.Width));
        return ExitCodes.Of(report);
    }

    private static async Task<int> SideBySideAsync(CommandContext context, string left, string right, ComparisonFormat? format, CancellationToken ct)
    {
        ArmsBeside arms = await ArmsBeside.OfAsync(await context.ServiceAsync(ct), RunArm.Parse(left), RunArm.Parse(right), ct);
        context.Console.Result(format is { } form
            ? ComparisonExport.Of(arms.Comparison, arms.Left, arms.Right, form)
            : ArmComparisonText.Of(arms.Comparison, arms.Left, arms.Right, context.Console.Width));
        return ExitCodes.Decided;
    }
}
