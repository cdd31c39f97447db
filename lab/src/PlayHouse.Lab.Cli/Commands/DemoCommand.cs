using System.CommandLine;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Doctor;
using PlayHouse.Lab.Runner.Plan;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary><c>plab demo</c>: one real experiment, from the question to the verdict, in a few minutes.</summary>
internal sealed class DemoCommand : ICommandSource
{
    /// <summary>The experiment of the demo, under the folder of experiments.</summary>
    public const string Experiment = MachineFactsReader.DemoExperiment;

    // The fewest that give an interval.
    private const int Pairs = RunPlanner.MinBlocks;

    public IReadOnlyList<(string Line, string Why)> Examples { get; } =
    [
        ("plab demo", "decide experiments/001-reply-codec by six pairs"),
        ("plab demo --json > demo.json", "keep the result for a program"),
    ];

    public Command Create(CommandContext context)
    {
        Option<bool> json = CommonArguments.Json();
        Command command = new("demo", "Decide a real experiment in a few minutes; exits 0 whenever it completed") { json };
        command.SetAction((parsed, ct) => RunAsync(context, parsed.GetValue(json), ct));
        return command;
    }

    private static async Task<int> RunAsync(CommandContext context, bool isJson, CancellationToken ct)
    {
        string path = Path.Combine(context.FindWorkspace().Experiments, Experiment);
        ILabService service = await context.ServiceAsync(ct);
        RunRecord run = await service.PrepareAsync(path, new RunOptions { Design = DesignKind.Pairs, Blocks = Pairs }, ct);
        context.Console.Say(Announcement(run));
        context.Console.Say($"Run {run.Id}; Ctrl-C stops it, plab resume {run.Id} continues it.");
        context.Console.Notice("");

        int code = await RunSession.ExecuteAsync(context, service, run, isJson, ct);
        // The demo shows how a verdict comes about: every completed one is a success.
        return code is ExitCodes.Inconclusive or ExitCodes.Unfit ? ExitCodes.Decided : code;
    }

    private static string Announcement(RunRecord run)
    {
        RunPlan plan = run.Plan;
        string traced = PlanEstimate.DiagnosticLaunches(plan, Pairs) is > 0 and int n ? $" {n} traced launches then show where bytes are allocated." : "";
        return $"{PlainText.Clean(plan.Experiment.Question)} This starts {Pairs} times a fresh process of each arm, both alive at once, under load "
            + $"from another process that sends to one after the other, in random order.{traced} It takes up to about {Numbers.Duration(PlanEstimate.Of(plan).TotalSeconds)}.";
    }
}
