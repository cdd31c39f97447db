using System.CommandLine;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary><c>plab unpack</c>: a run of another workspace into this store.</summary>
internal sealed class UnpackCommand : ICommandSource
{
    public IReadOnlyList<(string Line, string Why)> Examples { get; } =
    [
        ("plab unpack result.plabrun", "shows it like a run of your own, marked IMPORTED"),
    ];

    public Command Create(CommandContext context)
    {
        Argument<string> file = new("FILE") { Description = "A file of plab pack" };
        Option<bool> json = CommonArguments.Json();
        Command command = new("unpack", "Put a packed run into this store, marked as not measured here") { file, json };
        command.SetAction((parsed, ct) => RunAsync(context, parsed.GetRequiredValue(file), parsed.GetValue(json), ct));
        return command;
    }

    private static async Task<int> RunAsync(CommandContext context, string file, bool isJson, CancellationToken ct)
    {
        ILabService service = await context.ServiceAsync(ct);
        RunRecord run = await service.UnpackAsync(file, RunOrigin.Imported, ct);
        RunReport report = await service.ReportAsync(run.Id, ct);
        context.Console.Result(isJson
            ? RunJson.Of(report)
            : $"{run.Id} ({PlainText.Clean(run.ExperimentId)}) is in this store now, marked IMPORTED.\nSee it: plab show {run.Id}\n");
        return ExitCodes.Decided;
    }
}
