using System.CommandLine;
using System.Text.Json.Nodes;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary><c>plab list</c>: the runs of this workspace.</summary>
internal sealed class ListCommand : ICommandSource
{
    /// <summary>Runs without <c>--all</c>.</summary>
    public const int RunsShownMax = 20;

    /// <summary>Runs with <c>--all</c>: a list that nobody reads to its end must not fill the memory.</summary>
    public const int AllRunsMax = 10_000;

    /// <summary>Name and version of the JSON.</summary>
    public const string Schema = "playhouse-lab/runs/1";

    public IReadOnlyList<(string Line, string Why)> Examples { get; } =
    [
        ("plab list", $"the latest {RunsShownMax} runs"),
        ("plab list --all --json", "all runs, for a program"),
    ];

    public Command Create(CommandContext context)
    {
        Option<bool> json = CommonArguments.Json();
        Option<bool> all = new("--all") { Description = $"All runs, not only the latest {RunsShownMax}" };
        Command command = new("list", "List the runs of this workspace, newest first") { all, json };
        command.SetAction((parsed, ct) => RunAsync(context, parsed.GetValue(all), parsed.GetValue(json), ct));
        return command;
    }

    private static async Task<int> RunAsync(CommandContext context, bool isAll, bool isJson, CancellationToken ct)
    {
        ILabService service = await context.ServiceAsync(ct);
        int countMax = isAll ? AllRunsMax : RunsShownMax;
        IReadOnlyList<RunReport> runs = await service.ListAsync(countMax, ct);
        context.Console.Result(isJson ? Json(runs) : Text(runs, context.Console.Width));
        if (!isAll && runs.Count == countMax)
        {
            context.Console.Say($"The latest {countMax} runs; plab list --all shows every one.");
        }

        return ExitCodes.Decided;
    }

    private static string Json(IReadOnlyList<RunReport> runs) => JsonText.Write(new JsonObject
    {
        ["schema"] = Schema,
        ["runs"] = new JsonArray([.. runs.Select(RunJson.Summary)]),
    });

    private static string Text(IReadOnlyList<RunReport> runs, int width)
    {
        if (runs.Count == 0)
        {
            return "No runs yet. plab demo makes the first one.\n";
        }

        // A run id is there to be copied and a mark to be seen: only the experiment gives way.
        TextTable table = new TextTable(width).Text("run", 40).Text("experiment", 10).Text("state", 11).Text("verdict", 25).Number("blocks").Text("created (UTC)", 16);
        foreach (RunReport report in runs)
        {
            string word = report.Verdict is { } verdict ? VerdictWords.Of(verdict.Kind) : "-";
            string marks = string.Concat(VerdictWords.Marks(report).Select(m => " " + m));
            table.Row(
                report.Run.Id, report.Run.ExperimentId, JsonText.Word(report.Run.State), word + marks,
                $"{report.BlocksAccepted}/{PlanSize.BlocksMax(report.Run.Plan)}", Numbers.Time(report.Run.CreatedAt));
        }

        return string.Join('\n', table.Lines()) + "\n";
    }
}
