using System.CommandLine;
using PlayHouse.Lab.Cli.Progress;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary><c>plab watch</c>: shows a run that another process owns, to its end.</summary>
internal sealed class WatchCommand : ICommandSource
{
    // The state is asked for less often than the events: it costs more, and only an owner that died needs it.
    private const int IdleLooksPerStateCheck = 10;

    public IReadOnlyList<(string Line, string Why)> Examples { get; } =
    [
        ("plab watch r-20250101-1", "follow a detached run; Ctrl-C stops watching, not the run"),
    ];

    public Command Create(CommandContext context)
    {
        Argument<string> run = CommonArguments.Run();
        Option<bool> json = CommonArguments.Json();
        Command command = new("watch", "Follow a run that another process executes") { run, json };
        command.SetAction((parsed, ct) => RunAsync(context, parsed.GetRequiredValue(run), parsed.GetValue(json), ct));
        return command;
    }

    private static async Task<int> RunAsync(CommandContext context, string run, bool isJson, CancellationToken ct)
    {
        ILabService service = await context.ServiceAsync(ct);
        RunReport report = await service.ReportAsync(run, ct);
        try
        {
            await using RunProgress progress = new(context.Console, report.Run.Plan, context.Clock);
            report = await FollowAsync(context, service, report, progress, ct);
        }
        catch (OperationCanceledException) when (ct.IsCancellationRequested)
        {
            context.Console.Say($"Stopped watching; the run itself continues. Stop it with: plab cancel {report.Run.Id}");
            return ExitCodes.Interrupted;
        }

        RunSession.Print(context, report, isJson);
        if (ExitCodes.Of(report) == ExitCodes.Interrupted)
        {
            context.Console.Say($"No process executes this run any more. Resume it with: plab resume {report.Run.Id}");
        }

        return ExitCodes.Of(report);
    }

    private static async Task<RunReport> FollowAsync(
        CommandContext context, ILabService service, RunReport report, RunProgress progress, CancellationToken ct)
    {
        string id = report.Run.Id;
        long seen = 0;
        int idleLooks = 0;
        using PeriodicTimer timer = new(context.WatchPeriod, context.Clock);
        while (true)
        {
            IReadOnlyList<RunEvent> events = await service.EventsAfterAsync(id, seen, ct);
            foreach (RunEvent runEvent in events)
            {
                progress.OnEvent(runEvent);
                seen = runEvent.Seq;
            }

            idleLooks = events.Count > 0 ? 0 : idleLooks + 1;
            if (events.Count == 0 && (progress.HasEnded || idleLooks % IdleLooksPerStateCheck == 1))
            {
                report = await service.ReportAsync(id, ct);
                if (report.Run.State is not (RunState.Running or RunState.Planned))
                {
                    return report;
                }
            }

            await timer.WaitForNextTickAsync(ct);
        }
    }
}
