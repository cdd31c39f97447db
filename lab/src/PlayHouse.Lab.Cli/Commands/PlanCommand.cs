using System.CommandLine;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Reporting.Plans;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary><c>plab plan</c>: how long a run takes and how often it decides on this machine, before anything is launched.</summary>
internal sealed class PlanCommand : ICommandSource
{
    public IReadOnlyList<(string Line, string Why)> Examples { get; } =
    [
        ("plab plan experiments/001-reply-codec", "minutes to each look, chances to decide; exits 4 when it can decide nothing here"),
        ("plab plan experiments/001-reply-codec --design sequential", "the same in blocks of four launches"),
        ("plab plan experiments/001-reply-codec --blocks 40", "would more blocks help?"),
        ("plab plan experiments/001-reply-codec --json", "for a program"),
    ];

    public Command Create(CommandContext context)
    {
        Argument<string> path = new("PATH") { Description = "Folder of an experiment, or its experiment.yaml" };
        Option<string> design = CommonArguments.Design();
        Option<string> environment = CommonArguments.Environment();
        Option<int?> blocks = CommonArguments.Blocks();
        Option<bool> force = new("--force") { Description = "Exit with 0 also when the plan can decide nothing" };
        Option<bool> json = CommonArguments.Json();
        Command command = new("plan", "Say how long a run takes and how often it decides here; launches nothing") { path, design, environment, blocks, force, json };
        command.SetAction((parsed, ct) => RunAsync(
            context,
            parsed.GetRequiredValue(path),
            new RunOptions
            {
                Design = CommonArguments.Word<DesignKind>(parsed.GetValue(design)),
                Environment = CommonArguments.Word<EnvironmentKind>(parsed.GetValue(environment)),
                Blocks = parsed.GetValue(blocks),
            },
            parsed.GetValue(force),
            parsed.GetValue(json),
            ct));
        return command;
    }

    /// <summary>Why a plan is not run without <c>--force</c>; null when it may decide or nothing is known.</summary>
    public static async Task<string?> RefusalAsync(ILabService service, string path, RunOptions options, CancellationToken ct)
    {
        PlanOutlook outlook = await service.OutlookAsync(path, options, ct);
        return outlook.IsHopeless ? $"{OutlookText.Conclusion(outlook)} 'plab plan {path}' shows the chances." : null;
    }

    private static async Task<int> RunAsync(CommandContext context, string path, RunOptions options, bool isForced, bool isJson, CancellationToken ct)
    {
        ILabService service = await context.ServiceAsync(ct);
        PlanOutlook outlook = await service.OutlookAsync(path, options, ct);
        context.Console.Result(isJson ? OutlookJson.Of(outlook) : OutlookText.Of(outlook, context.Console.Width));
        return outlook.IsHopeless && !isForced ? ExitCodes.Unfit : ExitCodes.Decided;
    }
}
