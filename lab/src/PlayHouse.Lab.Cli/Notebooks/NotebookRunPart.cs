using System.CommandLine;
using System.Globalization;
using System.Text.Json.Nodes;
using PlayHouse.Lab.Notebooks.Execution;
using PlayHouse.Lab.Notebooks.Running;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Cli.Notebooks;

/// <summary><c>plab notebook run</c>.</summary>
internal sealed class NotebookRunPart(CommandContext context)
{
    /// <summary>Name and version of the JSON that says how notebooks ended.</summary>
    public const string Schema = "playhouse-lab/notebook-run/1";

    private readonly Argument<string[]> _files = NotebookFiles.Argument();
    private readonly Option<string[]> _parameters = new("--param") { Description = "A value of the notebook's parameters; may be given again", HelpName = "NAME=VALUE" };
    private readonly Option<double?> _timeout = CommonArguments.Parsed<double>(
        "--timeout", "SECONDS", "Longest time of one cell [default: 1800]", "a number of seconds above 0",
        static text => double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double s) && s is > 0 and < 1e6 ? s : null);
    private readonly Option<bool> _keepGoing = new("--keep-going") { Description = "Continue after a cell that failed, and write the outputs all the same" };
    private readonly Option<string?> _out = new("--out") { Description = "Write the executed notebook here and leave the file as it is", HelpName = "FILE" };
    private readonly Option<bool> _noWrite = new("--no-write") { Description = "Write no outputs" };
    private readonly Option<string?> _junit = new("--junit") { Description = "Write how the cells ended as JUnit XML", HelpName = "FILE" };
    private readonly Option<string?> _job = new("--job") { Description = "For the process of a notebook: the folder in which its owner waits", HelpName = "DIR", Hidden = true };
    private readonly Option<bool> _json = CommonArguments.Json();

    public Command Create()
    {
        Command command = new("run", "Execute notebooks from the first cell to the last") { _files, _parameters, _timeout, _keepGoing, _out, _noWrite, _junit, _job, _json };
        command.Validators.Add(result =>
        {
            if (result.GetValue(_out) is not null && (result.GetValue(_files)?.Length > 1 || result.GetValue(_noWrite)))
            {
                result.AddError("--out takes one notebook, and excludes --no-write.");
            }
        });
        command.SetAction(RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken ct)
    {
        NotebookRunOptions options = new()
        {
            Parameters = Parameters(parsed.GetValue(_parameters) ?? []),
            CellTimeout = TimeSpan.FromSeconds(parsed.GetValue(_timeout) ?? 1_800),
            KeepsGoing = parsed.GetValue(_keepGoing),
        };
        string[] files = parsed.GetRequiredValue(_files);
        if (parsed.GetValue(_job) is { } folder)
        {
            NotebookJob job = new(context, new ExecutionFolder(Path.GetFullPath(folder)), files[0], parsed.GetValue(_out)!);
            return End(parsed, [(files[0], await job.RunAsync(options, ct))]);
        }

        // All are read before the first one runs: a wrong file is reported at once.
        Array.ForEach(files, f => NotebookFiles.RequireCSharp(f));
        List<(string Name, NotebookRun Run)> runs = [];
        context.Console.Say($"Results: {await NotebookFiles.SourceAsync(context, ct)}.");
        foreach (string file in files)
        {
            ExecutedNotebook executed = await new NotebookProcess(context, file, options).RunAsync(ct);
            runs.Add((file, executed.Run));
            if (!parsed.GetValue(_noWrite) && (executed.Run.IsOk || options.KeepsGoing))
            {
                NotebookFiles.Save(executed.Document, parsed.GetValue(_out) ?? file);
            }
        }

        return End(parsed, runs);
    }

    private int End(ParseResult parsed, List<(string Name, NotebookRun Run)> runs)
    {
        if (parsed.GetValue(_junit) is { } junit)
        {
            NotebookFiles.Write(junit, JUnitXml.Of(runs));
        }

        context.Console.Result(parsed.GetValue(_json) ? Json(runs) : string.Concat(runs.SelectMany(r => Lines(r.Name, r.Run)).Select(l => l + "\n")));
        return runs.All(r => r.Run.IsOk) ? ExitCodes.Decided : ExitCodes.Failed;
    }

    private static IEnumerable<string> Lines(string name, NotebookRun run)
    {
        string file = PlainText.Clean(name);
        yield return run.IsOk
            ? $"ok      {file}: {Count(run.Cells.Count)} in {Numbers.Plain(Math.Round(run.Cells.Sum(c => c.Seconds), 1))} s"
            : $"FAILED  {file}: {Count(run.Cells.Count(c => c.Error is not null))} of {run.Cells.Count + run.CellsLeft} failed, {run.CellsLeft} not run";
        foreach (CellRun cell in run.Cells.Where(c => c.Error is not null))
        {
            string line = cell.Error!.Line is { } n ? $", line {n.ToString(CultureInfo.InvariantCulture)}" : "";
            yield return $"  cell {cell.Number} ({cell.Id}){line}: {PlainText.Clean(cell.Error.Message)}";
            string[] source = cell.Source.Split('\n');
            for (int i = 0; i < source.Length; i++)
            {
                yield return $"  {(cell.Error.Line == i + 1 ? '>' : ' ')} {i + 1,3} | {PlainText.Clean(source[i])}";
            }
        }
    }

    private static string Count(int cells) => Numbers.Counted(cells, "cell");

    private static string Json(IReadOnlyList<(string Name, NotebookRun Run)> runs) => JsonText.Write(new JsonObject
    {
        ["schema"] = Schema,
        ["notebooks"] = new JsonArray([.. runs.Select(r => new JsonObject
        {
            ["file"] = r.Name,
            ["ok"] = r.Run.IsOk,
            ["cellsLeft"] = r.Run.CellsLeft,
            ["cells"] = new JsonArray([.. r.Run.Cells.Select(c => new JsonObject
            {
                ["number"] = c.Number, ["id"] = c.Id, ["seconds"] = JsonText.Number(c.Seconds), ["error"] = c.Error?.Name, ["message"] = c.Error?.Message, ["line"] = c.Error?.Line,
            })]),
        })]),
    });

    private static Dictionary<string, string> Parameters(string[] texts)
    {
        Dictionary<string, string> found = new(StringComparer.Ordinal);
        foreach (string text in texts)
        {
            (string name, string value) = CellParameters.Parse(text) ?? throw new LabInputException([$"--param takes NAME=VALUE with a name that C# allows, not '{text}'."]);
            found[name] = value;
        }

        return found;
    }
}
