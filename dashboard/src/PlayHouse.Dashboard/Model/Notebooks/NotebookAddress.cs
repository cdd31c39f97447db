namespace PlayHouse.Dashboard.Model.Notebooks;

/// <summary>The address of a notebook's page. Words that are not on a list count as none.</summary>
/// <param name="Name">Name of its file.</param>
/// <param name="HasCode">True when code is unfolded.</param>
public sealed record NotebookAddress(string Name, bool HasCode = true)
{
    /// <summary>Reads an address.</summary>
    public static NotebookAddress Of(string name, string? code) => new(name, code is not ("false" or "0"));

    /// <summary>The page without any choice, relative.</summary>
    public string Page => PageOf(Name);

    /// <summary>The page with this address, relative.</summary>
    public string Href => HasCode ? Page : $"{Page}?code=false";

    /// <summary>The page of a notebook, relative.</summary>
    public static string PageOf(string name) => $"notebooks/{Uri.EscapeDataString(name)}";

    /// <summary>The notebook as a file in a form.</summary>
    public string FileHref(string ending) => $"{Page}/file/{ending}";
}
