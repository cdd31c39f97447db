using System.CommandLine;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Profiling;
using PlayHouse.Lab.Profiling.Runtime;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary><c>plab gc</c>: what the runtime did in the diagnostic launches of a run, or in one trace file.</summary>
internal sealed class GcCommand : ICommandSource
{
    private const string TraceExtension = ".nettrace";

    public IReadOnlyList<(string Line, string Why)> Examples { get; } =
    [
        ("plab gc r-20250101-1", "collections, lock waits, thread pool, exceptions of both arms"),
        ("plab gc r-20250101-1 --arm candidate", "one arm only"),
        ("plab gc trace.nettrace --json", "any trace with runtime events, for a program"),
    ];

    public Command Create(CommandContext context)
    {
        Argument<string> subject = new("RUN|FILE") { Description = "A run id, the beginning of one, or a .nettrace file" };
        Option<string?> arm = new("--arm") { Description = "Only this arm of the run", HelpName = "A" };
        Option<bool> json = CommonArguments.Json();
        Command command = new("gc", "Show what the runtime did: collections, lock waits, thread pool, exceptions") { subject, arm, json };
        command.SetAction((parsed, ct) =>
            RunAsync(context, parsed.GetRequiredValue(subject), parsed.GetValue(arm), parsed.GetValue(json), ct));
        return command;
    }

    private static async Task<int> RunAsync(CommandContext context, string subject, string? arm, bool isJson, CancellationToken ct)
    {
        bool isFile = subject.EndsWith(TraceExtension, StringComparison.OrdinalIgnoreCase);
        context.Console.Result(isFile ? await OfFileAsync(context, subject, arm, isJson, ct) : await OfRunAsync(context, subject, arm, isJson, ct));
        return ExitCodes.Decided;
    }

    private static async Task<string> OfRunAsync(CommandContext context, string run, string? arm, bool isJson, CancellationToken ct)
    {
        ILabService service = await context.ServiceAsync(ct);
        RunReport report = await service.ReportAsync(run, ct);
        string[] arms = [.. new[] { report.Run.Plan.Baseline.Name, report.Run.Plan.Other.Name }.Distinct()];
        if (arm is not null && !arms.Contains(arm))
        {
            throw new LabInputException([$"Run {report.Run.Id} has no arm '{arm}'; its arms are {string.Join(" and ", arms)}."]);
        }

        IReadOnlyList<RuntimeProfile> profiles = await service.RuntimeProfilesAsync(report.Run.Id, ct);
        if (profiles.Count == 0)
        {
            throw new LabInputException(
                [$"Run {report.Run.Id} keeps no runtime events: it has no diagnostic launch yet, or an older build made it. Run its experiment again."]);
        }

        arms = arm is null ? arms : [arm];
        return isJson ? RuntimeJson.Of(report, profiles, arms) : RuntimeText.Of(report, profiles, arms, context.Console.Width);
    }

    private static async Task<string> OfFileAsync(CommandContext context, string path, string? arm, bool isJson, CancellationToken ct)
    {
        if (arm is not null)
        {
            throw new LabInputException([$"{Path.GetFileName(path)} is one trace without arms; leave --arm out."]);
        }

        try
        {
            RuntimeProfile profile = await Task.Run(() => RuntimeProfiler.Profile(path), ct);
            string name = Path.GetFileName(path);
            return isJson ? RuntimeJson.Of(profile, name) : RuntimeText.Of(profile, name, context.Console.Width);
        }
        catch (TraceFormatException refused)
        {
            throw new LabInputException([refused.Message]);
        }
    }
}
