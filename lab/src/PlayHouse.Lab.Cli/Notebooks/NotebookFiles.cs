using System.CommandLine;
using PlayHouse.Lab.Notebooks.Api;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Notebooks.Workspace;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Cli.Notebooks;

/// <summary>What the notebook commands share.</summary>
internal static class NotebookFiles
{
    public static Argument<string[]> Argument() => new("FILE")
    {
        Description = "A notebook, .ipynb or .dib", Arity = ArgumentArity.OneOrMore,
    };

    /// <summary>A notebook, or the error that says what is wrong with the file.</summary>
    public static NotebookDocument Load(string path)
    {
        try
        {
            return NotebookDocument.Load(path);
        }
        catch (NotebookFormatException e)
        {
            throw new LabInputException([e.Message]);
        }
    }

    /// <summary>Throws what is wrong with a file that is to be executed.</summary>
    public static void RequireCSharp(string path)
    {
        if (NotebookLanguage.Refusal(Load(path)) is { } refusal)
        {
            throw new LabInputException([$"{path}: {refusal}"]);
        }
    }

    /// <summary>A notebook with its file as it stands, or the error that says what is wrong with it.</summary>
    public static NotebookFile Read(string path)
    {
        try
        {
            return NotebookFolder.ReadNamed(new FileInfo(path));
        }
        catch (NotebookFormatException e)
        {
            throw new LabInputException([$"{Path.GetFileName(path)}: {e.Message}"]);
        }
    }

    /// <summary>Writes a notebook, or says why it cannot be written.</summary>
    public static void Save(NotebookDocument document, string path) => Guard(path, () => document.Save(path));

    /// <summary>Writes a text, or says why it cannot be written.</summary>
    public static void Write(string path, string text) => Guard(path, () => File.WriteAllText(path, text));

    /// <summary>The lab that cells use, and whose results they see.</summary>
    /// <param name="context">The command.</param>
    /// <param name="below">Folder for what is unpacked; null for a temporary one.</param>
    /// <param name="ct">Stops it.</param>
    public static async Task<LabSource> OpenAsync(CommandContext context, string? below, CancellationToken ct) =>
        await LabSource.OpenAsync(await context.ServiceAsync(ct), context.FindWorkspace(), Dashboards.SampleRuns.Folder, below, ct);

    /// <summary>Whose results cells see.</summary>
    public static async Task<string> SourceAsync(CommandContext context, CancellationToken ct) =>
        await LabSource.NameAsync(await context.ServiceAsync(ct), Dashboards.SampleRuns.Folder, ct);

    public static string FolderOf(string path) => Path.GetDirectoryName(Path.GetFullPath(path))!;

    private static void Guard(string path, Action write)
    {
        try
        {
            write();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or NotebookFormatException)
        {
            throw new LabInputException([$"{path} cannot be written: {e.Message}"]);
        }
    }
}
