using System.CommandLine;
using System.Text.Json.Nodes;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Notebooks.Kernel;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Cli.Notebooks;

/// <summary><c>plab notebook install-kernel</c>.</summary>
internal sealed class NotebookInstallPart(CommandContext context)
{
    /// <summary>Name and version of the JSON that says what was done.</summary>
    public const string Schema = "playhouse-lab/kernel-install/1";

    private const string Launcher = "plab";
    private readonly Option<string?> _prefix = new("--prefix") { Description = "Below this installation instead of the user's folder, as sys.prefix of a virtual environment", HelpName = "DIR" };
    private readonly Option<bool> _remove = new("--remove") { Description = "Take it away again" };
    private readonly Option<bool> _json = CommonArguments.Json();

    public Command Create()
    {
        Command command = new("install-kernel", "Tell Jupyter of the lab's kernel, so that its pages execute C# cells") { _prefix, _remove, _json };
        command.SetAction(Run);
        return command;
    }

    private int Run(ParseResult parsed)
    {
        string file = parsed.GetValue(_prefix) is { } prefix ? KernelSpec.FileBelow(Path.GetFullPath(prefix)) : OfUser();
        string home = context.FindWorkspace().Root, launcher = FindLauncher(home);
        string state = parsed.GetValue(_remove) ? Remove(file) : Write(file, KernelSpec.Of(launcher, home));
        context.Console.Result(parsed.GetValue(_json)
            ? JsonText.Write(new JsonObject { ["schema"] = Schema, ["state"] = state, ["file"] = file, ["launcher"] = launcher })
            : Text(state, PlainText.Clean(file), PlainText.Clean(launcher)));
        return ExitCodes.Decided;
    }

    private static string Text(string state, string file, string launcher) => state switch
    {
        "removed" => $"Removed {file}.\n",
        "absent" => $"Nothing to remove: {file} is not there.\n",
        _ => $"""
            {(state == "replaced" ? "Replaced" : "Wrote")} {file}.
            It starts {launcher}. Take the kernel "{NotebookMetadata.KernelTitle}" in a notebook page, or
              jupyter nbconvert --execute --to html --ExecutePreprocessor.kernel_name={NotebookMetadata.KernelName} NOTEBOOK.ipynb

            """,
    };

    private static string Write(string file, JsonObject spec) => Guarded(file, () =>
    {
        bool isThere = File.Exists(file);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, JsonText.Write(spec));
        return isThere ? "replaced" : "written";
    });

    // The folder is removed only when it holds nothing else.
    private static string Remove(string file) => Guarded(file, () =>
    {
        if (!File.Exists(file))
        {
            return "absent";
        }

        File.Delete(file);
        string folder = Path.GetDirectoryName(file)!;
        if (!Directory.EnumerateFileSystemEntries(folder).Any())
        {
            Directory.Delete(folder);
        }

        return "removed";
    });

    private static string Guarded(string file, Func<string> act)
    {
        try
        {
            return act();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new LabInputException([$"{file} cannot be changed: {e.Message}"]);
        }
    }

    private static string OfUser() => KernelSpec.FileOfUser(
        Environment.GetEnvironmentVariable,
        Environment.GetFolderPath(Environment.SpecialFolder.UserProfile),
        OperatingSystem.IsMacOS() ? JupyterSystem.MacOS : OperatingSystem.IsWindows() ? JupyterSystem.Windows : JupyterSystem.Linux);

    // The launcher builds what has changed; the program itself is the next best where there is no launcher.
    private static string FindLauncher(string home)
    {
        for (DirectoryInfo? folder = new(AppContext.BaseDirectory); !OperatingSystem.IsWindows() && folder is not null; folder = folder.Parent)
        {
            string found = File.Exists(Path.Combine(home, Launcher)) ? Path.Combine(home, Launcher) : Path.Combine(folder.FullName, Launcher);
            if (File.Exists(found))
            {
                return found;
            }
        }

        return Environment.ProcessPath!;
    }
}
