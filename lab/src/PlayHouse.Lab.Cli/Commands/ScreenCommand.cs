using System.CommandLine;
using System.Globalization;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Model.Screens;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Reporting.Screens;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Plan;
using PlayHouse.Lab.Statistics.Factorial;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary><c>plab screen</c>: several toggles at once, their interactions, and what is missed when one is taken back.</summary>
internal sealed class ScreenCommand : ICommandSource
{
    private const int RunsLookedAt = 200;
    private const int ConnectionsMax = 18_000;

    private readonly Argument<string?> _path = new("PATH") { Description = "Experiment whose arms differ in what is screened", Arity = ArgumentArity.ZeroOrOne };
    private readonly Option<string?> _scenario = new("--scenario") { Description = "Without a path: this scenario", HelpName = "ID" };
    private readonly Option<string[]> _toggles = new("--toggle") { Description = "Without a path: SEAM=SECOND or SEAM=FIRST,SECOND; several times", HelpName = "TOGGLE" };
    private readonly Option<string?> _base = new("--base") { Description = "Without a path: preset of everything else", HelpName = "PRESET" };
    private readonly Option<string?> _factors = new("--factors") { Description = "Screen only these seams, joined by commas; a+b moves two together", HelpName = "SEAMS" };
    private readonly Option<string?> _stages = new("--stages") { Description = "screen, ablate, final or all, joined by commas; screen,ablate by default", HelpName = "STAGES" };
    private readonly Option<bool> _confirm = new("--confirm") { Description = "Then run an experiment for each effect that stands out most" };
    private readonly Option<string> _design = CommonArguments.Design("design of the experiments that follow: pairs or sequential");
    private readonly Option<int?> _replicates = Whole("--replicates", "Replicates of the combinations", FactorialDesign.ReplicatesMin, FactorialDesign.ReplicatesMax);
    private readonly Option<int?> _rounds = Whole("--rounds", "Rounds of leaving one out", FactorialDesign.ReplicatesMin, ScreenOptions.RoundsMax);
    private readonly Option<double?> _warmup = Seconds("--warmup", "Seconds of turns of each combination that warm it up");
    private readonly Option<double?> _window = Seconds("--window", "Seconds of turns of each combination that count");
    private readonly Option<double?> _rate = CommonArguments.Parsed<double>(
        "--rate", "R", "Offered messages per second", "a number of messages per second above 0",
        static text => double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double n) && double.IsFinite(n) && n > 0 ? n : null);
    private readonly Option<int?> _connections = Whole("--connections", "Connections", 1, ConnectionsMax);
    private readonly Option<ulong?> _seed = CommonArguments.Parsed<ulong>(
        "--seed", "S", "Seed of every random draw", "a whole number",
        static text => ulong.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out ulong n) ? n : null);
    private readonly Option<string?> _plant = new("--plant") { Description = "Plant bytes, a check of the method: base=200,a=-100,a*b=50", HelpName = "TERMS" };
    private readonly Option<bool> _plan = new("--plan") { Description = "Print what would be launched, and launch nothing" };
    private readonly Option<bool> _json = CommonArguments.Json();

    public IReadOnlyList<(string Line, string Why)> Examples { get; } =
    [
        ("plab screen experiments/005-seed-000-baseline --factors header-codec,peer-id", "which of two changes does it"),
        ("plab screen --scenario s2s-request --toggle peer-id=... --toggle hand-over=...", "toggles of the command line, at least two"),
        ("plab screen 005-seed-000-baseline --factors header-codec,peer-id --plan", "minutes and precision first"),
        ("plab screen 005-seed-000-baseline --factors ... --stages all --confirm", "to the number to publish"),
    ];

    public Command Create(CommandContext context)
    {
        Command command = new("screen", "Screen several toggles at once: effects, interactions, what is missed without each")
        {
            _path, _scenario, _toggles, _base, _factors, _stages, _confirm, _design, _replicates, _rounds, _warmup, _window, _rate, _connections, _seed, _plant, _plan, _json,
        };
        command.Validators.Add(result =>
        {
            bool hasPath = result.GetValue(_path) is not null, hasToggles = result.GetValue(_toggles) is { Length: > 0 };
            if (hasPath && (hasToggles || result.GetValue(_scenario) is not null || result.GetValue(_base) is not null))
            {
                result.AddError("PATH brings its own scenario and arms: leave out --scenario, --toggle and --base.");
            }
            else if (!hasPath && (!hasToggles || result.GetValue(_scenario) is null))
            {
                result.AddError("A screen takes an experiment, or --scenario with at least two --toggle.");
            }
        });
        command.SetAction((parsed, ct) => RunAsync(context, parsed, ct));
        return command;
    }

    private async Task<int> RunAsync(CommandContext context, ParseResult parsed, CancellationToken ct)
    {
        (IReadOnlyList<ScreenStage> stages, bool isFinal) = ScreenArguments.Stages(parsed.GetValue(_stages));
        ScreenOptions options = Options(parsed, stages);
        bool isJson = parsed.GetValue(_json);
        ILabService service = await context.ServiceAsync(ct);
        if (parsed.GetValue(_plan))
        {
            RunPlan plan = await service.PlanScreenAsync(options, ct);
            IReadOnlyList<RecordedNoise> noise = await NoiseAsync(service, plan, ct);
            double seconds = PlanEstimate.Of(plan).TotalSeconds;
            context.Console.Result(isJson
                ? ScreenPlanText.Json(plan, seconds, noise)
                : string.Join('\n', ScreenPlanText.Lines(plan, seconds, noise, context.Console.Width)) + "\n");
            return ExitCodes.Decided;
        }

        RunRecord run = await service.PrepareScreenAsync(options, ct);
        await AnnounceAsync(context, service, run, ct);
        if (await RunSession.CarryAsync(context, service, run, isJson, ct) is not { } report)
        {
            return ExitCodes.Interrupted;
        }

        bool isWhole = ExitCodes.Of(report) == ExitCodes.Decided;
        if (!isJson || !isWhole)
        {
            RunSession.Print(context, report, isJson);
        }

        return isWhole
            ? await FollowAsync(context, service, report, p => p.IsFinal ? isFinal : parsed.GetValue(_confirm), CommonArguments.Word<DesignKind>(parsed.GetValue(_design)), isJson, ct)
            : ExitCodes.Of(report);
    }

    private static async Task AnnounceAsync(CommandContext context, ILabService service, RunRecord run, CancellationToken ct)
    {
        IReadOnlyList<RecordedNoise> noise = await NoiseAsync(service, run.Plan, ct);
        foreach (string line in ScreenPlanText.Lines(run.Plan, PlanEstimate.Of(run.Plan).TotalSeconds, noise, context.Console.Width))
        {
            context.Console.Notice(line);
        }

        context.Console.Say($"Run {run.Id}; Ctrl-C stops it, plab resume {run.Id} continues it.");
    }

    /// <summary>Runs the experiments that were asked for, in the order of the proposals. The exit code is that of the last one.</summary>
    private static async Task<int> FollowAsync(
        CommandContext context, ILabService service, RunReport screen, Func<ScreenProposal, bool> isWanted, DesignKind? design, bool isJson, CancellationToken ct)
    {
        int code = ExitCodes.Decided;
        foreach (ScreenProposal proposal in screen.Screen!.Proposals.Where(isWanted).Where(p => p.Path.Length > 0))
        {
            RunRecord run = await service.PrepareAsync(proposal.Path, new RunOptions { Design = design }, ct);
            context.Console.Say($"{proposal.Question} Run {run.Id}, up to about {Numbers.Duration(PlanEstimate.Of(run.Plan).TotalSeconds)}.");
            if (await RunSession.CarryAsync(context, service, run, isJson, ct) is not { } report)
            {
                return ExitCodes.Interrupted;
            }

            code = ExitCodes.Of(report);
            if (!isJson)
            {
                RunSession.Print(context, report, isJson);
            }
        }

        if (isJson)
        {
            // One document: the screen, whose proposals now name their runs.
            context.Console.Result(RunJson.Of(await service.ReportAsync(screen.Run.Id, CancellationToken.None)));
        }

        return code;
    }

    private static async Task<IReadOnlyList<RecordedNoise>> NoiseAsync(ILabService service, RunPlan plan, CancellationToken ct) =>
        ScreenPlanText.NoiseOf(plan, await service.ListAsync(RunsLookedAt, ct));

    private ScreenOptions Options(ParseResult parsed, IReadOnlyList<ScreenStage> stages)
    {
        var defaults = new ScreenOptions();
        return defaults with
        {
            Path = parsed.GetValue(_path),
            Scenario = parsed.GetValue(_scenario),
            Toggles = ScreenArguments.Toggles(parsed.GetValue(_toggles) ?? []),
            Base = parsed.GetValue(_base) ?? defaults.Base,
            Factors = ScreenArguments.Names(parsed.GetValue(_factors)),
            Stages = stages,
            Replicates = parsed.GetValue(_replicates),
            Rounds = parsed.GetValue(_rounds) ?? defaults.Rounds,
            WarmupSeconds = parsed.GetValue(_warmup) ?? defaults.WarmupSeconds,
            WindowSeconds = parsed.GetValue(_window) ?? defaults.WindowSeconds,
            RatePerSecond = parsed.GetValue(_rate),
            Connections = parsed.GetValue(_connections),
            Seed = parsed.GetValue(_seed),
            Planted = ScreenArguments.Planted(parsed.GetValue(_plant)),
        };
    }

    private static Option<int?> Whole(string name, string description, int min, int max) => CommonArguments.Parsed<int>(
        name, "N", description, string.Create(CultureInfo.InvariantCulture, $"a whole number from {min} to {max}"),
        text => int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int n) && n >= min && n <= max ? n : null);

    private static Option<double?> Seconds(string name, string description) => CommonArguments.Parsed<double>(
        name, "S", description, string.Create(CultureInfo.InvariantCulture, $"{ScreenOptions.SecondsMin} to {ScreenOptions.SecondsMax} seconds"),
        text => double.TryParse(text, CultureInfo.InvariantCulture, out double s) && s is >= ScreenOptions.SecondsMin and <= ScreenOptions.SecondsMax ? s : null);
}
