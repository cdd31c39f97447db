using System.CommandLine;
using System.Text.Json.Nodes;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary><c>plab list</c>: the runs of this workspace.</summary>
internal sealed class ListCommand : ICommandSource
{
    /// <summary>Runs without <c>--all</c>.</summary>
    public const int RunsShownMax = 20;

    /// <summary>Runs with <c>--all</c>: a list that is never read to its end must not fill the memory.</summary>
    public const int AllRunsMax = 10_000;

    /// <summary>Name and version of the JSON.</summary>
    public const string Schema = "playhouse-lab/runs/1";

    public IReadOnlyList<(string Line, string Why)> Examples { get; } =
    [
        ("plab list", $"the latest {RunsShownMax} runs"),
        ("plab list --all --json", "all runs, for a program"),
        ("plab list --markdown", "a table for a page: what each run decided, by which figures, in how many minutes"),
    ];

    public Command Create(CommandContext context)
    {
        Option<bool> json = CommonArguments.Json();
        Option<bool> all = new("--all") { Description = $"All runs, not only the latest {RunsShownMax}" };
        Option<bool> markdown = new("--markdown") { Description = "A table with figures, as Markdown on standard output" };
        Command command = new("list", "List the runs of this workspace, newest first") { all, json, markdown };
        command.Validators.Add(result =>
        {
            if (result.GetValue(json) && result.GetValue(markdown))
            {
                result.AddError("--json and --markdown are two forms of the same output: give one.");
            }
        });
        command.SetAction((parsed, ct) => RunAsync(context, parsed.GetValue(all), FormOf(parsed.GetValue(json), parsed.GetValue(markdown)), ct));
        return command;
    }

    private static Form FormOf(bool isJson, bool isMarkdown) => isJson ? Form.Json : isMarkdown ? Form.Markdown : Form.Text;

    private static async Task<int> RunAsync(CommandContext context, bool isAll, Form form, CancellationToken ct)
    {
        ILabService service = await context.ServiceAsync(ct);
        int countMax = isAll ? AllRunsMax : RunsShownMax;
        IReadOnlyList<RunReport> runs = await service.ListAsync(countMax, ct);
        context.Console.Result(form switch
        {
            Form.Json => Json(runs),
            Form.Markdown => RunListMarkdown.Of(await WholeAsync(service, runs, ct)),
            _ => Text(runs, context.Console.Width),
        });
        if (!isAll && runs.Count == countMax)
        {
            context.Console.Say($"The latest {countMax} runs; plab list --all shows every one.");
        }

        return ExitCodes.Decided;
    }

    /// <summary>The same runs with their launches: figures of a table are those of the run's own page.</summary>
    private static async Task<IReadOnlyList<RunReport>> WholeAsync(ILabService service, IReadOnlyList<RunReport> runs, CancellationToken ct)
    {
        var whole = new List<RunReport>(runs.Count);
        foreach (RunReport run in runs)
        {
            whole.Add(await service.ReportAsync(run.Run.Id, ct));
        }

        return whole;
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

        // A run id is there to be copied, with the time in it, and a mark to be seen: only the experiment gives way.
        TextTable table = new TextTable(width).Text("run", 40).Text("experiment", 8).Text("verdict", 31).Number("blocks");
        foreach (RunReport report in runs)
        {
            table.Row(
                report.Run.Id, report.Run.ExperimentId, string.Join(' ', [Word(report), .. VerdictWords.Marks(report)]),
                $"{report.BlocksAccepted}/{PlanSize.BlocksMax(report.Run.Plan)}");
        }

        return string.Join('\n', table.Lines()) + "\n";
    }

    /// <summary>What became of a run: its verdict when it ended with one, else its state.</summary>
    private static string Word(RunReport report) => report switch
    {
        { Verdict: null } => LabJson.Word(report.Run.State),
        { Run.State: RunState.Completed } => VerdictWords.Of(report),
        _ => $"{LabJson.Word(report.Run.State)}, {VerdictWords.Of(report)}",
    };

    private enum Form
    {
        Text,
        Json,
        Markdown,
    }
}
