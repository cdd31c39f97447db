using System.Text.Json.Nodes;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Notebooks.Kernel;

/// <summary>What tells Jupyter of the lab's kernel, and the folder where it looks for that. Pure functions, any thread.</summary>
public static class KernelSpec
{
    /// <summary>The file that Jupyter reads.</summary>
    /// <param name="launcher">Program that is started.</param>
    /// <param name="home">The lab's folder.</param>
    public static JsonObject Of(string launcher, string home) => new()
    {
        ["argv"] = new JsonArray(launcher, "notebook", "kernel", "{connection_file}"),
        ["display_name"] = NotebookMetadata.KernelTitle,
        ["language"] = "C#",
        ["interrupt_mode"] = "message",
        ["env"] = new JsonObject { [LabWorkspace.HomeVariable] = home },
        ["metadata"] = new JsonObject { ["debugger"] = false },
    };

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
public enum JupyterSystem
{
    /// <summary>Linux and other systems with XDG folders.</summary>
    Linux,

    /// <summary>macOS.</summary>
    MacOS,

    /// <summary>Windows.</summary>
    Windows,
}
