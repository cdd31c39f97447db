using System.CommandLine;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary><c>plab resume</c>: continues an interrupted run.</summary>
internal sealed class ResumeCommand : ICommandSource
{
    public IReadOnlyList<(string Line, string Why)> Examples { get; } =
    [
        ("plab resume r-20250101-1", "continue where it stopped; blocks that count stay"),
    ];

    public Command Create(CommandContext context)
    {
        Argument<string> run = CommonArguments.Run();
        Option<bool> json = CommonArguments.Json();
        Option<string> require = CommonArguments.Require();
        Command command = new("resume", "Continue an interrupted run") { run, json, require };
        command.SetAction((parsed, ct) =>
            RunAsync(context, parsed.GetRequiredValue(run), parsed.GetValue(json), parsed.GetValue(require) is not null, ct));
        return command;
    }

    private static async Task<int> RunAsync(CommandContext context, string run, bool isJson, bool isConfirmationRequired, CancellationToken ct)
    {
        ILabService service = await context.ServiceAsync(ct);
        RunReport report = await service.ReportAsync(run, ct);
        string id = report.Run.Id;
        switch (report.Run.State)
        {
            case RunState.Completed:
                context.Console.Notice($"{id} is completed already; this is its result.");
                RunSession.Print(context, report, isJson);
                return ExitCodes.Of(report, isConfirmationRequired);
            case RunState.Failed or RunState.Cancelled:
                throw new LabInputException([$"{id} is {LabJson.Word(report.Run.State)} and cannot be resumed. Again from the beginning: plab run experiments/{report.Run.ExperimentId}"]);
            default:
                return await RunSession.ExecuteAsync(context, service, report.Run, isJson, ct, isConfirmationRequired);
        }
    }
}
