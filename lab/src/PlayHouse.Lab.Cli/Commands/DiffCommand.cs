using System.CommandLine;
using System.Globalization;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Planning;
using PlayHouse.Lab.Reporting.Differences;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Compare;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary><c>plab diff</c>: where two arms allocate differently, with intervals.</summary>
internal sealed class DiffCommand : ICommandSource
{
    private const int TopDefault = 10;
    private const int TreeTopDefault = 30;
    private const int TopMax = 10_000;

    public IReadOnlyList<(string Line, string Why)> Examples { get; } =
    [
        ("plab diff r-20250101-1", "the sites of both arms of a run, largest findings first"),
        ("plab diff r-20250101-1 --by waterfall", "how the sites add up to the exact change"),
        ("plab diff r-20250101-1 --by tree --top 60", "the call trees, one from the other"),
        ("plab diff r-20250101-1 --detect 2%", "how long to trace to see 2 % at each site"),
        ("plab diff r-20250101-1 r-20250102-1 --arm candidate", "an arm of two runs: same scenario and machine, not interleaved"),
    ];

    public Command Create(CommandContext context)
    {
        Argument<string> left = new("RUN") { Description = "A run, or RUN:arm" };
        Argument<string?> right = new("RUN2") { Description = "A second run, or RUN2:arm", Arity = ArgumentArity.ZeroOrOne };
        Option<string?> arm = new("--arm") { Description = "Arm of both runs; default the one each would keep", HelpName = "NAME" };
        Option<DifferenceView?> by = CommonArguments.Parsed<DifferenceView>(
            "--by", "VIEW", "sites (default), tree or waterfall", "sites, tree or waterfall", View);
        Option<int?> top = CommonArguments.Parsed<int>("--top", "N", "Rows at most", $"a whole number from 1 to {TopMax}", Rows);
        Option<WantedDifference?> detect = CommonArguments.Parsed<WantedDifference>(
            "--detect", "P", "How long to trace to see P at each site: 2% of it, or 8B per message", "a share such as 2% or bytes such as 8B", Wanted);
        Option<bool> framework = new("--framework") { Description = "Methods of the framework in the tree" };
        Option<bool> json = CommonArguments.Json();
        Option<bool> markdown = new("--markdown") { Description = "Markdown on standard output" };
        Command command = new("diff", "Show where two arms allocate differently, with intervals")
        {
            left, right, arm, by, top, detect, framework, json, markdown,
        };
        command.Validators.Add(result =>
        {
            if (result.GetValue(json) && result.GetValue(markdown))
            {
                result.AddError("--json and --markdown exclude each other.");
            }
        });
        command.SetAction(async (parsed, ct) =>
        {
            DifferenceOptions options = new() { Wanted = parsed.GetValue(detect), KeepsFramework = parsed.GetValue(framework) };
            ArmsDifference difference = await DifferenceAsync(
                context, parsed.GetRequiredValue(left), parsed.GetValue(right), parsed.GetValue(arm), options, ct);
            DifferenceView view = parsed.GetValue(by) ?? DifferenceView.Sites;
            int rows = parsed.GetValue(top) ?? (view == DifferenceView.Tree ? TreeTopDefault : TopDefault);
            context.Console.Result(parsed.GetValue(json) ? DifferenceJson.Of(difference)
                : parsed.GetValue(markdown) ? DifferenceMarkdown.Of(difference, rows)
                : DifferenceText.Of(difference, view, rows, options.Wanted is not null, context.Console.Width));
            return ExitCodes.Decided;
        });
        return command;
    }

    private static async Task<ArmsDifference> DifferenceAsync(
        CommandContext context, string left, string? right, string? arm, DifferenceOptions options, CancellationToken ct)
    {
        if (right is null && arm is not null)
        {
            throw new LabInputException([$"--arm names the arm of two runs. {left} alone compares its own arms; {left}:{arm} puts that arm first."]);
        }

        Side a = Sided(left, arm);
        Side? b = right is null ? null : Sided(right, arm);
        return await ArmsDifferences.OfAsync(await context.ServiceAsync(ct), context.FindWorkspace(), a, b, options, ct);
    }

    private static Side Sided(string text, string? arm) => Side.Parse(text) is var side && side.Arm is null ? side with { Arm = arm } : side;

    private static DifferenceView? View(string text) =>
        Enum.GetValues<DifferenceView>().Cast<DifferenceView?>().FirstOrDefault(v => v!.Value.ToString().Equals(text, StringComparison.OrdinalIgnoreCase));

    private static int? Rows(string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int rows) && rows is >= 1 and <= TopMax ? rows : null;

    private static WantedDifference? Wanted(string text)
    {
        bool isShare = text.EndsWith('%');
        string number = text.TrimEnd('%', 'B', 'b', ' ');
        const NumberStyles Style = NumberStyles.AllowDecimalPoint;
        if (!double.TryParse(number, Style, CultureInfo.InvariantCulture, out double value) || !(value is > 0 and < 1e9) || (isShare && value > 1000))
        {
            return null;
        }

        return isShare ? new WantedDifference(0, value / 100) : new WantedDifference(value, 0);
    }
}
