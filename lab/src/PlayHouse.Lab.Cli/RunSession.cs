using System.Text.Json.Nodes;
using PlayHouse.Lab.Cli.Progress;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Cli;

/// <summary>Carries a prepared run to its end on behalf of a command: progress, interruption, result, exit code.</summary>
internal static class RunSession
{
    /// <summary>Name and version of the JSON of a run that was interrupted.</summary>
    public const string InterruptedSchema = "playhouse-lab/interrupted/1";

    /// <summary>Executes, prints the result and returns its exit code.</summary>
    public static async Task<int> ExecuteAsync(
        CommandContext context, ILabService service, RunRecord run, bool isJson, CancellationToken ct, bool isConfirmationRequired = false)
    {
        if (await CarryAsync(context, service, run, isJson, ct) is not { } report)
        {
            return ExitCodes.Interrupted;
        }

        Print(context, report, isJson);
        return ExitCodes.Of(report, isConfirmationRequired);
    }

    /// <summary>Executes and returns the report; null, after printing how to resume, when the user interrupted it.</summary>
    public static async Task<RunReport?> CarryAsync(
        CommandContext context, ILabService service, RunRecord run, bool isJson, CancellationToken ct)
    {
        string resume = $"plab resume {run.Id}";
        try
        {
            await using RunProgress progress = new(context.Console, run.Plan, context.Clock);
            context.Interrupts.Announce = () =>
                progress.Say($"Stopping: the running launch is given up. Resume with: {resume} (Ctrl-C again ends at once)");
            return await service.ExecuteAsync(run.Id, progress, ct);
        }
        catch (OperationCanceledException) when (ct.IsCancellationRequested)
        {
            Interrupted(context, run.Id, resume, isJson);
            return null;
        }
        finally
        {
            context.Interrupts.Announce = static () => { };
        }
    }

    /// <summary>Prints what a run ended with.</summary>
    public static void Print(CommandContext context, RunReport report, bool isJson)
    {
        context.Console.Result(isJson ? RunJson.Of(report) : RunText.Result(report, context.Console.Width));
        if (ExitCodes.Of(report) == ExitCodes.Failed)
        {
            context.Console.Notice($"plab: the run is {LabJson.Word(report.Run.State)}: {PlainText.Clean(report.Run.Error ?? "it has no verdict")}");
        }
    }

    private static void Interrupted(CommandContext context, string runId, string resume, bool isJson)
    {
        if (isJson)
        {
            context.Console.Result(JsonText.Write(new JsonObject
            {
                ["schema"] = InterruptedSchema,
                ["run"] = runId,
                ["resume"] = resume,
            }));
        }

        context.Console.Say($"Interrupted. Nothing but the running launch is lost. Resume with: {resume}");
    }
}
