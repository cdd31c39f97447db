using System.Text.Json.Nodes;

namespace PlayHouse.Lab.Notebooks.Format;

/// <summary>The metadata under which a notebook opens in Jupyter and in Polyglot Notebooks with the C# kernel of .NET Interactive.</summary>
public static class NotebookMetadata
{
    /// <summary>Name of the kernel.</summary>
    public const string KernelName = ".net-csharp";

    /// <summary>Its name for people.</summary>
    public const string KernelTitle = ".NET (C#)";

    /// <summary>Name of the file that a notebook imports to know the lab; it lies next to the notebook.</summary>
    public const string Import = "lab.dib";

    private const string LabKey = "playhouse_lab";

    /// <summary>Metadata of a new notebook.</summary>
    public static JsonObject New() => new()
    {
        ["kernelspec"] = new JsonObject { ["display_name"] = KernelTitle, ["language"] = "C#", ["name"] = KernelName },
        ["language_info"] = LanguageInfo(),
        ["polyglot_notebook"] = new JsonObject
        {
            ["kernelInfo"] = new JsonObject
            {
                ["defaultKernelName"] = "csharp",
                ["items"] = new JsonArray(new JsonObject { ["aliases"] = new JsonArray(), ["languageName"] = "csharp", ["name"] = "csharp" }),
            },
        },
    };

    /// <summary>The language as kernels and files say it.</summary>
    public static JsonObject LanguageInfo() => new()
    {
        ["file_extension"] = ".cs", ["mimetype"] = "text/x-csharp", ["name"] = "C#", ["pygments_lexer"] = "csharp",
    };

    /// <summary>Says in a notebook's metadata whose results its outputs show.</summary>
    public static void SetResults(JsonObject metadata, string results)
    {
        ArgumentNullException.ThrowIfNull(metadata);
        metadata[LabKey] = new JsonObject { ["results"] = results };
    }

    /// <summary>Whose results the outputs of a notebook show; null where the metadata do not tell.</summary>
    public static string? Results(JsonObject metadata)
    {
        ArgumentNullException.ThrowIfNull(metadata);
        return IpynbFile.Text((metadata[LabKey] as JsonObject)?["results"]);
    }

    /// <summary>Metadata of a new code cell.</summary>
    public static JsonObject CodeCell() => new()
    {
        ["dotnet_interactive"] = new JsonObject { ["language"] = "csharp" },
        ["polyglot_notebook"] = new JsonObject { ["kernelName"] = "csharp" },
    };
}
