using System.CommandLine;
using System.Globalization;
using System.Runtime.InteropServices;
using PlayHouse.Lab.Model.Matrix;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Doctor;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary><c>plab matrix</c>: exact bytes per message of every strategy, and of the default against itself.</summary>
internal sealed class MatrixCommand : ICommandSource
{
    public IReadOnlyList<(string Line, string Why)> Examples { get; } =
    [
        ("plab matrix", "every strategy of every seam"),
        ("plab matrix mailbox scheduler --rounds 3", "two seams, three launches of each strategy"),
        ("plab matrix --scenario s2s-request", "what this scenario executes"),
        ("plab matrix --markdown docs/reports/variants.md", "also as a page"),
    ];

    public Command Create(CommandContext context)
    {
        Argument<string[]> seams = new("SEAM") { Description = "Only these seams", Arity = ArgumentArity.ZeroOrMore };
        Option<string?> scenario = new("--scenario") { Description = "Only this scenario", HelpName = "ID" };
        Option<int?> rounds = CommonArguments.Parsed<int>(
            "--rounds", "N", "Launches of each strategy", $"1 to {MatrixOptions.RoundsMax}",
            t => int.TryParse(t, CultureInfo.InvariantCulture, out int n) && n is >= 1 and <= MatrixOptions.RoundsMax ? n : null);
        Option<double?> window = CommonArguments.Parsed("--window", "S", "Seconds measured per launch", SecondsLegal, Seconds);
        Option<double?> warmup = CommonArguments.Parsed("--warmup", "S", "Seconds of load before", SecondsLegal, Seconds);
        Option<ulong?> seed = CommonArguments.Parsed<ulong>(
            "--seed", "N", "Seed of the orders and loads", "a whole number", t => ulong.TryParse(t, CultureInfo.InvariantCulture, out ulong n) ? n : null);
        Option<FileInfo?> markdown = new("--markdown") { Description = "Also write the page to this file", HelpName = "FILE" };
        Option<bool> json = CommonArguments.Json();
        Command command = new("matrix", "Measure every strategy once next to the others, without a verdict")
        {
            seams, scenario, rounds, warmup, window, seed, markdown, json,
        };
        command.SetAction((parsed, ct) => RunAsync(
            context,
            Options(parsed.GetValue(seams) ?? [], parsed.GetValue(scenario), parsed.GetValue(rounds), parsed.GetValue(warmup), parsed.GetValue(window), parsed.GetValue(seed)),
            parsed.GetValue(markdown),
            parsed.GetValue(json),
            ct));
        return command;
    }

    private static string SecondsLegal { get; } = string.Create(CultureInfo.InvariantCulture, $"0.5 to {MatrixOptions.SecondsMax} seconds");

    private static double? Seconds(string text) =>
        double.TryParse(text, CultureInfo.InvariantCulture, out double seconds) && seconds is >= 0.5 and <= MatrixOptions.SecondsMax ? seconds : null;

    private static MatrixOptions Options(string[] seams, string? scenario, int? rounds, double? warmup, double? window, ulong? seed)
    {
        var defaults = new MatrixOptions();
        return defaults with
        {
            Seams = seams,
            Scenario = scenario,
            Rounds = rounds ?? defaults.Rounds,
            WarmupSeconds = warmup ?? defaults.WarmupSeconds,
            WindowSeconds = window ?? defaults.WindowSeconds,
            Seed = seed,
        };
    }

    private static async Task<int> RunAsync(CommandContext context, MatrixOptions options, FileInfo? markdown, bool isJson, CancellationToken ct)
    {
        ILabService service = await context.ServiceAsync(ct);
        context.Interrupts.Announce = () => context.Console.Notice("plab: stopping; what was measured is printed.");
        MatrixResult result = await service.MatrixAsync(options, p => Show(context, p), ct);
        context.Console.Result(isJson ? MatrixJson.Of(result) : MatrixText.Of(result, context.Console.Width));
        if (markdown is not null)
        {
            MachineFacts facts = await context.Machine(context.FindWorkspace(), CancellationToken.None);
            await WriteAsync(markdown.FullName, MatrixMarkdown.Of(result, MachineLine(facts)));
        }

        return result.IsComplete ? ExitCodes.Decided : ExitCodes.Interrupted;
    }

    private static void Show(CommandContext context, MatrixProgress progress) =>
        context.Console.Notice(PlainText.CutEnd($"[{progress.Done + 1}/{progress.Total}] {progress.What}", context.Console.Width));

    private static string MachineLine(MachineFacts facts) => string.Create(
        CultureInfo.InvariantCulture, $"{RuntimeInformation.OSDescription}, {facts.Processors} processors, {facts.Runtime}; load average when it ended {facts.LoadAverage:0.0}.");

    private static async Task WriteAsync(string path, string page)
    {
        try
        {
            await File.WriteAllTextAsync(path, page);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new LabInputException([$"The page cannot be written: {e.Message}"]);
        }
    }
}
