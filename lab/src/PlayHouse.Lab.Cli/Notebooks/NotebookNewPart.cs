using System.CommandLine;
using PlayHouse.Lab.Notebooks.Api;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Notebooks.Workspace;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Cli.Notebooks;

/// <summary><c>plab notebook new</c>.</summary>
internal sealed class NotebookNewPart(CommandContext context)
{
    private readonly Argument<string> _file = new("FILE") { Description = "File to write, .ipynb or .dib; must not exist" };
    private readonly Option<string[]> _compare = new("--compare")
    {
        Description = "Write up this run; or put two arms, RUN:arm each, side by side", HelpName = "RUN", Arity = new ArgumentArity(1, 2), AllowMultipleArgumentsPerToken = true,
    };

    public Command Create()
    {
        Command command = new("new", "Start a notebook, empty or for a comparison") { _file, _compare };
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

        NotebookDocument document = await DocumentAsync(parsed.GetValue(_compare) ?? [], ct);
        NotebookFiles.Save(document, path);
        LabImport.WriteInto(NotebookFiles.FolderOf(path));
        context.Console.Result($"Wrote {PlainText.Clean(path)}. Execute it: plab notebook run {PlainText.Clean(path)}\n");
        return ExitCodes.Decided;
    }

    // What cannot be shown is refused now, not by a cell.
    private async Task<NotebookDocument> DocumentAsync(string[] compared, CancellationToken ct)
    {
        if (compared.Length == 0)
        {
            return NotebookTemplates.Empty();
        }

        await using LabSource source = await NotebookFiles.OpenAsync(context, null, ct);
        if (compared.Length == 1)
        {
            return NotebookTemplates.Run(source.Api.Show(compared[0]).Report);
        }

        source.Api.Compare(compared[0], compared[1]);
        return NotebookTemplates.SideBySide(compared[0], compared[1]);
    }
}
