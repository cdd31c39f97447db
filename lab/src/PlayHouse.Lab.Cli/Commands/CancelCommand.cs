using System.CommandLine;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary><c>plab cancel</c>: asks the owner of a run to stop it for good.</summary>
internal sealed class CancelCommand : ICommandSource
{
    public IReadOnlyList<(string Line, string Why)> Examples { get; } =
    [
        ("plab cancel r-20250101-1", "stop a run for good; its launches stay readable"),
    ];

    public Command Create(CommandContext context)
    {
        Argument<string> run = CommonArguments.Run();
        Command command = new("cancel", "Stop a run for good, also one that another process executes") { run };
        command.SetAction((parsed, ct) => RunAsync(context, parsed.GetRequiredValue(run), ct));
        return command;
    }

    private static async Task<int> RunAsync(CommandContext context, string run, CancellationToken ct)
    {
        ILabService service = await context.ServiceAsync(ct);
        RunReport report = await service.ReportAsync(run, ct);
        if (report.Run.State is RunState.Completed or RunState.Failed or RunState.Cancelled)
        {
            throw new LabInputException([$"{report.Run.Id} has ended already: {LabJson.Word(report.Run.State)}."]);
        }

        await service.RequestCancelAsync(report.Run.Id, ct);
        context.Console.Result($"{report.Run.Id} is asked to stop; its owner does so within 2 s.\n");
        return ExitCodes.Decided;
    }
}
