using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Notebooks.Workspace;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Dashboard.Model.Notebooks;

/// <summary>What pages say of notebooks. Pure.</summary>
public static class NotebookWords
{
    /// <summary>Word, sign and tone of a notebook's outputs.</summary>
    public static VerdictLook Look(OutputsState outputs)
    {
        ArgumentNullException.ThrowIfNull(outputs);
        return outputs.Kind switch
        {
            OutputsKind.Executed => new($"{outputs}", "✓", "good"),
            OutputsKind.Failed => new($"{outputs}", "!", "unfit"),
            OutputsKind.Partly => new($"{outputs}", "‖", "open"),
            _ => new($"{outputs}", "–", "plain"),
        };
    }

    /// <summary>Which outputs a file holds, and whose results they show.</summary>
    public static string OfFile(NotebookFile file)
    {
        ArgumentNullException.ThrowIfNull(file);
        OutputsState outputs = OutputsState.Of(file.Document);
        return NotebookDocument.IsDib(file.Name) ? "A .dib file keeps no outputs."
            : outputs.Executed == 0 ? "The file holds no outputs."
            : $"Outputs as they are saved in the file: {outputs}. {Whose(NotebookMetadata.Results(file.Document.Metadata))}";
    }

    /// <summary>A notebook as an argument of a command line: a name that a shell would take apart is quoted as one.</summary>
    public static string Argument(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        return ShellWord.IsPlain(name) ? $"notebooks/{name}" : ShellWord.Quoted($"notebooks/{PlainText.Clean(name)}");
    }

    private static string Whose(string? results) => results is null ? "The file does not say whose results they show." : $"They show {PlainText.Clean(results)}.";
}
