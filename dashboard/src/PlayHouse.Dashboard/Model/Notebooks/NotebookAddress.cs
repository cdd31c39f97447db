namespace PlayHouse.Dashboard.Model.Notebooks;

/// <summary>Which outputs of a notebook a page shows.</summary>
public enum NotebookOutputs
{
    /// <summary>Those of the latest execution where there is one of the text as it stands, else those of the file.</summary>
    Latest,

    /// <summary>Those saved in the file.</summary>
    File,

    /// <summary>Those of the latest execution.</summary>
    Execution,
}

/// <summary>The address of a notebook's page. Words that are not on a list count as none.</summary>
/// <param name="Name">Name of its file.</param>
/// <param name="Outputs">Which outputs.</param>
/// <param name="HasCode">True when code is unfolded.</param>
public sealed record NotebookAddress(string Name, NotebookOutputs Outputs = NotebookOutputs.Latest, bool HasCode = true)
{
    /// <summary>Reads an address.</summary>
    public static NotebookAddress Of(string name, string? outputs, string? code) =>
        new(name, Enum.GetValues<NotebookOutputs>().FirstOrDefault(o => RunFilter.Word(o) == outputs), code is not ("false" or "0"));

    /// <summary>The page without any choice, relative.</summary>
    public string Page => PageOf(Name);

    /// <summary>The page with this address, relative.</summary>
    public string Href
    {
        get
        {
            string[] parts = [Outputs == NotebookOutputs.Latest ? "" : $"outputs={RunFilter.Word(Outputs)}", HasCode ? "" : "code=false"];
            string query = string.Join('&', parts.Where(p => p.Length > 0));
            return query.Length == 0 ? Page : $"{Page}?{query}";
        }
    }

    /// <summary>The page of a notebook, relative.</summary>
    public static string PageOf(string name) => $"notebooks/{Uri.EscapeDataString(name)}";

    /// <summary>The notebook as a file in a form, with the outputs that are shown.</summary>
    public string FileHref(string ending, bool isExecution) => $"{Page}/file/{ending}{(isExecution ? "?outputs=execution" : "")}";
}
