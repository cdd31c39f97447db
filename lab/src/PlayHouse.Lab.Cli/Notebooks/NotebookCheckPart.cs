using System.CommandLine;
using PlayHouse.Lab.Notebooks.Cells;
using PlayHouse.Lab.Notebooks.Checking;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Notebooks.Running;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Lab.Cli.Notebooks;

/// <summary><c>plab notebook check</c>.</summary>
internal sealed class NotebookCheckPart(CommandContext context)
{
    private readonly Argument<string[]> _files = NotebookFiles.Argument();
    private readonly Option<bool> _run = new("--run") { Description = "Run them too and compare outputs of cells tagged 'deterministic'; files stay as they are" };

    public Command Create()
    {
        Command command = new("check", "Find what would break elsewhere or tomorrow; compiles every cell, runs none") { _files, _run };
        command.SetAction(RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken ct)
    {
        bool isClean = true;
        string results = await NotebookFiles.SourceAsync(context, ct);
        foreach (string file in parsed.GetRequiredValue(_files))
        {
            IReadOnlyList<LintProblem> problems = await ProblemsAsync(results, file, parsed.GetValue(_run), ct);
            isClean &= problems.Count == 0;
            context.Console.Result(problems.Count == 0
                ? $"ok      {PlainText.Clean(file)}\n"
                : $"FAILED  {PlainText.Clean(file)}\n" + string.Concat(problems.Select(p => $"  {PlainText.Clean(p.ToString())}\n")));
        }

        return isClean ? ExitCodes.Decided : ExitCodes.Failed;
    }

    private async Task<IReadOnlyList<LintProblem>> ProblemsAsync(string results, string file, bool runs, CancellationToken ct)
    {
        NotebookDocument document = NotebookFiles.Load(file);
        List<LintProblem> problems = [.. NotebookLint.Of(document), .. Compiled(file, document)];
        if (runs && problems.Count == 0)
        {
            ExecutedNotebook executed = await new NotebookProcess(context, file, new NotebookRunOptions { KeepsGoing = true }).RunAsync(ct);
            problems.AddRange(OutputCheck.Differences(document, executed.Run, executed.Document, results));
        }

        return [.. problems.OrderBy(p => p.Cell).ThenBy(p => p.Line)];
    }

    private static IEnumerable<LintProblem> Compiled(string file, NotebookDocument document)
    {
        NotebookCell[] cells = [.. document.Cells.Where(c => c.Kind == CellKind.Code && !c.Tags.Contains(CellTags.RaisesException))];
        IReadOnlyList<CellError?> errors = CellCompiler.Check(cells.Select(c => (c.Source, $"cell[{c.Id}]")), NotebookFiles.FolderOf(file));
        return cells.Zip(errors).Where(p => p.Second is not null)
            .Select(p => new LintProblem(document.Cells.IndexOf(p.First) + 1, p.First.Id, p.Second!.Line ?? 0, p.Second.Message));
    }
}
