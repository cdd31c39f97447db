using System.CommandLine;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Cli.Notebooks;

/// <summary><c>plab notebook new</c>.</summary>
internal sealed class NotebookNewPart(CommandContext context)
{
    private readonly Argument<string> _file = new("FILE") { Description = "File to write, .ipynb or .dib; must not exist" };
    private readonly Option<string?> _compare = new("--compare") { Description = "Write up this run, or RUN:arm with --with", HelpName = "RUN" };
    private readonly Option<string?> _with = new("--with") { Description = "The second RUN:arm", HelpName = "RUN:arm" };

    public Command Create()
    {
        Command command = new("new", "Start a notebook, empty or for a comparison") { _file, _compare, _with };
        command.SetAction(RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken ct)
    {
        string path = parsed.GetRequiredValue(_file);
        if (File.Exists(path))
        {
            throw new LabInputException([$"{path} exists already; name another file."]);
        }

        NotebookDocument document = parsed.GetValue(_compare) is { } run
            ? await ComparisonAsync(run, parsed.GetValue(_with), ct)
            : NotebookTemplates.Empty();
        NotebookFiles.Save(document, path);
        context.Console.Result($"Wrote {PlainText.Clean(path)}. Execute it: plab notebook run {PlainText.Clean(path)}\n");
        return ExitCodes.Decided;
    }

    private async Task<NotebookDocument> ComparisonAsync(string run, string? other, CancellationToken ct)
    {
        if (other is not null)
        {
            return NotebookTemplates.SideBySide(run, other);
        }

        RunReport report = await (await context.ServiceAsync(ct)).ReportAsync(run, ct);
        return NotebookTemplates.Run(report);
    }
}
