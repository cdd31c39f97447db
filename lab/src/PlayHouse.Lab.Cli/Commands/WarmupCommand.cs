using System.CommandLine;
using System.Globalization;
using System.Runtime.InteropServices;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Doctor;
using PlayHouse.Lab.Runner.Warmups;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary><c>plab warmup</c>: how long a target needs until its compiler rests, under each setting of the runtime.</summary>
internal sealed class WarmupCommand : ICommandSource
{
    private const double QuickSeconds = 20;
    private const int QuickRounds = 2;

    public IReadOnlyList<(string Line, string Why)> Examples { get; } =
    [
        ("plab warmup", "every setting, five launches of 60 seconds each: about 40 minutes"),
        ("plab warmup --quick", "two launches of 20 seconds each, to see that everything works"),
        ("plab warmup --settings runtime,prompt --rounds 9", "two settings, nine launches of each"),
        ("plab warmup --markdown docs/reports/warmup.md", "also as a page"),
    ];

    public Command Create(CommandContext context)
    {
        Option<string?> settings = new("--settings") { Description = "Only these, separated by commas: " + string.Join(", ", WarmupSetting.All.Select(s => s.Id)), HelpName = "IDS" };
        Option<int?> rounds = CommonArguments.Parsed<int>(
            "--rounds", "N", "Launches of each setting", $"1 to {WarmupOptions.RoundsMax}",
            t => int.TryParse(t, CultureInfo.InvariantCulture, out int n) && n is >= 1 and <= WarmupOptions.RoundsMax ? n : null);
        Option<double?> seconds = CommonArguments.Parsed<double>(
            "--seconds", "S", "Seconds for which each launch is watched", $"{WarmupOptions.SecondsMin} to {WarmupOptions.SecondsMax} seconds",
            t => double.TryParse(t, CultureInfo.InvariantCulture, out double s) && s is >= WarmupOptions.SecondsMin and <= WarmupOptions.SecondsMax ? s : null);
        Option<double?> rate = CommonArguments.Parsed<double>(
            "--rate", "N", "Messages per second", "100 to 1000000",
            t => double.TryParse(t, CultureInfo.InvariantCulture, out double r) && r is >= 100 and <= 1_000_000 ? r : null);
        Option<bool> split = new("--split") { Description = "Target and load on processors of their own" };
        Option<bool> quick = new("--quick") { Description = "A short form; its figures settle nothing" };
        Option<ulong?> seed = CommonArguments.Parsed<ulong>(
            "--seed", "N", "Seed of the orders and loads", "a whole number", t => ulong.TryParse(t, CultureInfo.InvariantCulture, out ulong n) ? n : null);
        Option<FileInfo?> markdown = new("--markdown") { Description = "Also write the page to this file", HelpName = "FILE" };
        Command command = new("warmup", "Measure how long a target warms up under each setting of the runtime")
        {
            settings, rounds, seconds, rate, split, quick, seed, markdown,
        };
        command.SetAction((parsed, ct) =>
        {
            var defaults = new WarmupOptions();
            bool isQuick = parsed.GetValue(quick);
            WarmupOptions options = defaults with
            {
                Settings = parsed.GetValue(settings)?.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries) ?? [],
                Rounds = parsed.GetValue(rounds) ?? (isQuick ? QuickRounds : defaults.Rounds),
                Seconds = parsed.GetValue(seconds) ?? (isQuick ? QuickSeconds : defaults.Seconds),
                RatePerSecond = parsed.GetValue(rate) ?? defaults.RatePerSecond,
                Layout = parsed.GetValue(split) ? CpuLayout.Split : CpuLayout.Shared,
                Seed = parsed.GetValue(seed),
            };
            return RunAsync(context, options, parsed.GetValue(markdown), ct);
        });
        return command;
    }

    private static async Task<int> RunAsync(CommandContext context, WarmupOptions options, FileInfo? markdown, CancellationToken ct)
    {
        var bench = new WarmupBench(options);
        context.Interrupts.Announce = () => context.Console.Notice("plab: stopping; what was measured is printed.");
        WarmupResult result = await bench.RunAsync(p => context.Console.Notice(PlainText.CutEnd($"[{p.Done + 1}/{p.Total}] {p.What}", context.Console.Width)), ct);
        MachineFacts facts = await context.Machine(context.FindWorkspace(), CancellationToken.None);
        string page = WarmupPage.Of(result, MachineLine(facts));
        context.Console.Result(page);
        if (markdown is not null)
        {
            try
            {
                await File.WriteAllTextAsync(markdown.FullName, page, CancellationToken.None);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                throw new LabInputException([$"The page cannot be written: {e.Message}"]);
            }
        }

        return result.IsComplete ? ExitCodes.Decided : ExitCodes.Interrupted;
    }

    private static string MachineLine(MachineFacts facts) => string.Create(
        CultureInfo.InvariantCulture, $"{RuntimeInformation.OSDescription}, {facts.Processors} processors, {facts.Runtime}; load average when it ended {facts.LoadAverage:0.0}.");
}
