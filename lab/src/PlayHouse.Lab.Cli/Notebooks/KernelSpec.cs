using System.Text.Json;
using System.Text.Json.Nodes;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Cli.Notebooks;

/// <summary>What tells Jupyter of the C# kernel, and the folder where it looks for that.</summary>
internal static class KernelSpec
{
    /// <summary>The file that Jupyter reads.</summary>
    /// <param name="tool">The kernel's program.</param>
    /// <param name="home">The lab's folder.</param>
    public static JsonObject Of(string tool, string home) => new()
    {
        ["argv"] = new JsonArray(tool, "jupyter", "--default-kernel", "csharp", "--http-local-only", "{connection_file}"),
        ["display_name"] = NotebookMetadata.KernelTitle,
        ["language"] = "C#",
        ["interrupt_mode"] = "message",
        ["env"] = new JsonObject
        {
            [LabWorkspace.HomeVariable] = home,
            ["DOTNET_INTERACTIVE_CLI_TELEMETRY_OPTOUT"] = "1",
            ["DOTNET_INTERACTIVE_SKIP_FIRST_TIME_EXPERIENCE"] = "1",
        },
        ["metadata"] = new JsonObject { ["debugger"] = false },
    };

    /// <summary>True for a file that another program has written: it names no lab.</summary>
    public static bool IsOfOthers(string file)
    {
        try
        {
            return File.Exists(file) && JsonNode.Parse(File.ReadAllText(file))?["env"]?[LabWorkspace.HomeVariable] is null;
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            return false;
        }
    }

    /// <summary>The kernel's file below an installation: <c>PREFIX/share/jupyter/…</c>.</summary>
    public static string FileBelow(string prefix) => FileIn(Path.Combine(prefix, "share", "jupyter"));

    /// <summary>The kernel's file in the user's Jupyter data folder.</summary>
    /// <param name="variable">Reads a variable of the environment.</param>
    /// <param name="home">The user's folder.</param>
    /// <param name="system">Which rules apply.</param>
    public static string FileOfUser(Func<string, string?> variable, string home, JupyterSystem system)
    {
        ArgumentNullException.ThrowIfNull(variable);
        if (variable("JUPYTER_DATA_DIR") is { Length: > 0 } named)
        {
            return FileIn(named);
        }

        string Set(string name, params string[] otherwise) => variable(name) is { Length: > 0 } value ? value : Path.Combine([home, .. otherwise]);
        return FileIn(system switch
        {
            JupyterSystem.MacOS => Path.Combine(home, "Library", "Jupyter"),
            JupyterSystem.Windows => Path.Combine(Set("APPDATA", "AppData", "Roaming"), "jupyter"),
            _ => Path.Combine(Set("XDG_DATA_HOME", ".local", "share"), "jupyter"),
        });
    }

    private static string FileIn(string data) => Path.Combine(data, "kernels", NotebookMetadata.KernelName, "kernel.json");
}

/// <summary>Whose rules say where the data of Jupyter lie.</summary>
internal enum JupyterSystem
{
    /// <summary>Linux and other systems with XDG folders.</summary>
    Linux,

    /// <summary>macOS.</summary>
    MacOS,

    /// <summary>Windows.</summary>
    Windows,
}
