using System.CommandLine;
using System.Globalization;
using System.Text.Json.Nodes;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Plan;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary><c>plab run</c>: executes an experiment file, here or as a process of its own.</summary>
internal sealed class RunCommand : ICommandSource
{
    /// <summary>Name and version of the JSON of a detached run.</summary>
    public const string DetachedSchema = "playhouse-lab/detached/1";

    private readonly Argument<string> _path = new("PATH") { Description = "Folder of an experiment, or its experiment.yaml" };
    private readonly Option<string> _design = CommonArguments.Design();
    private readonly Option<string> _environment = CommonArguments.Environment();
    private readonly Option<int?> _blocks = CommonArguments.Blocks();
    private readonly Option<bool> _aa = new("--aa") { Description = "Run the baseline against itself: a check of the method" };
    private readonly Option<ulong?> _seed = CommonArguments.Parsed<ulong>(
        "--seed", "S", "Seed of every random draw", "a whole number from 0 to 18446744073709551615",
        static text => ulong.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out ulong n) ? n : null);
    private readonly Option<double?> _rate = CommonArguments.Parsed<double>(
        "--rate", "R", "Offered messages per second, in place of the file's", "a number of messages per second above 0",
        static text => double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double n) && double.IsFinite(n) && n > 0 ? n : null);
    private readonly Option<bool> _hops = new("--hops") { Description = "Record where the time of messages goes; every timing then carries its cost" };
    private readonly Option<string> _require = CommonArguments.Require();
    private readonly Option<string> _confirms = new("--confirms") { Description = "Declare this run to confirm the verdict of RUN; it decides, whatever it says", HelpName = "RUN" };
    private readonly Option<bool> _detach = new("--detach") { Description = "Run in the background; survives the terminal" };
    private readonly Option<bool> _force = new("--force") { Description = "Run also a plan that can decide nothing on this machine" };
    private readonly Option<bool> _json = CommonArguments.Json();

    public IReadOnlyList<(string Line, string Why)> Examples { get; } =
    [
        ("plab run experiments/001-reply-codec", "as the file says"),
        ("plab run experiments/001-reply-codec --blocks 6", "a first look: six pairs"),
        ("plab run experiments/001-reply-codec --environment deployed", "compiled in tiers, as programs are run"),
        ("plab run experiments/001-reply-codec --design sequential --detach", "in blocks of four launches, in the background"),
        ("plab run experiments/001-reply-codec --confirms RUN", "decide about a provisional verdict"),
        ("plab run experiments/001-reply-codec --aa", "the baseline against itself"),
        ("plab run experiments/001-reply-codec --require confirmed", "for a script: exits with 6 while the verdict is provisional"),
        ("plab run experiments/001-reply-codec --force", "although plab plan says that it can decide nothing here"),
    ];

    public Command Create(CommandContext context)
    {
        Command command = new("run", "Execute an experiment and print its verdict") { _path, _design, _environment, _blocks, _aa, _seed, _rate, _hops, _confirms, _force, _detach, _require, _json };
        command.SetAction((parsed, ct) => RunAsync(context, parsed, ct));
        return command;
    }

    private async Task<int> RunAsync(CommandContext context, ParseResult parsed, CancellationToken ct)
    {
        RunOptions options = new()
        {
            Design = CommonArguments.Word<DesignKind>(parsed.GetValue(_design)),
            Environment = CommonArguments.Word<EnvironmentKind>(parsed.GetValue(_environment)),
            Blocks = parsed.GetValue(_blocks),
            Aa = parsed.GetValue(_aa),
            Seed = parsed.GetValue(_seed),
            RatePerSecond = parsed.GetValue(_rate),
            Hops = parsed.GetValue(_hops),
            Confirms = parsed.GetValue(_confirms),
        };
        bool isJson = parsed.GetValue(_json);
        ILabService service = await context.ServiceAsync(ct);
        if (!parsed.GetValue(_force) && await PlanCommand.RefusalAsync(service, parsed.GetRequiredValue(_path), options, ct) is { } refusal)
        {
            context.Console.Say($"plab: {refusal}");
            return ExitCodes.Unfit;
        }

        if (parsed.GetValue(_detach))
        {
            // Said before anything is stored: in the background only a log would say it.
            context.RequireQuiet();
        }

        RunRecord run = await service.PrepareAsync(parsed.GetRequiredValue(_path), options, ct);
        if (parsed.GetValue(_detach))
        {
            return await DetachAsync(context, run, isJson, ct);
        }

        context.Console.Say($"Run {run.Id}, up to about {Numbers.Duration(PlanEstimate.Of(run.Plan).TotalSeconds)}; Ctrl-C stops it, plab resume {run.Id} continues it.");
        return await RunSession.ExecuteAsync(context, service, run, isJson, ct, parsed.GetValue(_require) is not null);
    }

    private static async Task<int> DetachAsync(CommandContext context, RunRecord run, bool isJson, CancellationToken ct)
    {
        string log = Path.Combine(context.FindWorkspace().Logs, run.Id + ".log");
        await context.Detach(run.Id, log, ct);
        string watch = $"plab watch {run.Id}";
        context.Console.Result(isJson
            ? JsonText.Write(new JsonObject { ["schema"] = DetachedSchema, ["run"] = run.Id, ["log"] = log, ["watch"] = watch })
            : $"{run.Id} runs in the background, up to about {Numbers.Duration(PlanEstimate.Of(run.Plan).TotalSeconds)}.\n  {watch}\n  plab cancel {run.Id}\n  log: {log}\n");
        return ExitCodes.Decided;
    }
}
