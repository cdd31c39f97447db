using System.CommandLine;
using PlayHouse.Lab.Notebooks.Exporting;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Lab.Cli.Notebooks;

/// <summary><c>plab notebook export</c>.</summary>
internal sealed class NotebookExportPart(CommandContext context)
{
    private readonly Argument<string> _file = new("FILE") { Description = "A notebook, .ipynb or .dib" };
    private readonly Option<string> _format = new("--format") { Description = "html, markdown, ipynb or dib", HelpName = "FORMAT", Required = true };
    private readonly Option<string> _out = new("--out") { Description = "File to write; one that exists is replaced", HelpName = "FILE", Required = true };

    public Command Create()
    {
        _format.AcceptOnlyFromAmong("html", "markdown", "ipynb", "dib");
        Command command = new("export", "Write a notebook with its outputs for readers") { _file, _format, _out };
        command.SetAction(Run);
        return command;
    }

    private int Run(ParseResult parsed)
    {
        string file = parsed.GetRequiredValue(_file), path = parsed.GetRequiredValue(_out);
        NotebookDocument document = NotebookFiles.Load(file);
        string text = parsed.GetRequiredValue(_format) switch
        {
            "html" => NotebookHtml.Of(document, document.Title ?? Path.GetFileNameWithoutExtension(file)),
            "markdown" => NotebookMarkdown.Of(document),
            "dib" => Dib(document),
            _ => IpynbFile.Write(document),
        };
        NotebookFiles.Write(path, text);
        context.Console.Result($"Wrote {PlainText.Clean(path)}: {Numbers.Size(new FileInfo(path).Length)}.\n");
        return ExitCodes.Decided;
    }

    private static string Dib(NotebookDocument document)
    {
        try
        {
            return DibFile.Write(document);
        }
        catch (NotebookFormatException e)
        {
            throw new Runner.LabInputException([e.Message]);
        }
    }
}
