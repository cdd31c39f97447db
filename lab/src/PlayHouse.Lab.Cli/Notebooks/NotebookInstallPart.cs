using System.CommandLine;
using System.Diagnostics;
using System.Text.Json.Nodes;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Cli.Notebooks;

/// <summary><c>plab notebook install-kernel</c>.</summary>
internal sealed class NotebookInstallPart(CommandContext context)
{
    /// <summary>Name and version of the JSON that says what was done.</summary>
    public const string Schema = "playhouse-lab/kernel-install/2";

    private const string Package = "Microsoft.dotnet-interactive";
    private const string PackageVersion = "1.0.712001";
    private static readonly string Tool = OperatingSystem.IsWindows() ? "dotnet-interactive.exe" : "dotnet-interactive";

    private readonly Option<string?> _prefix = new("--prefix") { Description = "Below this installation instead of the user's folder, as sys.prefix of a virtual environment", HelpName = "DIR" };
    private readonly Option<bool> _remove = new("--remove") { Description = "Take it away again" };
    private readonly Option<bool> _json = CommonArguments.Json();

    public Command Create()
    {
        Command command = new("install-kernel", "Tell Jupyter of the C# kernel of .NET Interactive, so that its pages execute notebooks of the lab") { _prefix, _remove, _json };
        command.SetAction(RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken ct)
    {
        LabWorkspace workspace = context.FindWorkspace();
        string file = parsed.GetValue(_prefix) is { } prefix ? KernelSpec.FileBelow(Path.GetFullPath(prefix)) : OfUser();
        string? tool = null;
        string state = "absent";
        if (parsed.GetValue(_remove))
        {
            state = Remove(file);
        }
        else if (KernelSpec.IsOfOthers(file))
        {
            state = "present";
        }
        else
        {
            tool = Find(workspace) ?? await InstallAsync(workspace, ct);
            state = Write(file, KernelSpec.Of(tool, workspace.Root));
        }

        context.Console.Result(parsed.GetValue(_json)
            ? JsonText.Write(new JsonObject { ["schema"] = Schema, ["state"] = state, ["file"] = file, ["tool"] = tool })
            : Text(state, PlainText.Clean(file), PlainText.Clean(tool ?? "")));
        return ExitCodes.Decided;
    }

    private static string Text(string state, string file, string tool) => state switch
    {
        "removed" => $"Removed {file}.\n",
        "absent" => $"Nothing to remove: {file} is not there.\n",
        "present" => $"Jupyter has the kernel already, from elsewhere: {file}. Nothing was changed.\n",
        _ => $"""
            {(state == "replaced" ? "Replaced" : "Wrote")} {file}.
            It starts {tool}. Take the kernel "{NotebookMetadata.KernelTitle}" in a notebook page, or
              jupyter nbconvert --execute --to html NOTEBOOK.ipynb

            """,
    };

    private static string? Find(LabWorkspace workspace) =>
        new[] { Path.Combine(ToolFolder(workspace), Tool), Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".dotnet", "tools", Tool) }
            .FirstOrDefault(File.Exists);

    private static string ToolFolder(LabWorkspace workspace) => Path.Combine(workspace.Data, "tools");

    private async Task<string> InstallAsync(LabWorkspace workspace, CancellationToken ct)
    {
        context.Console.Say($"Installing {Package} {PackageVersion} into {PlainText.Clean(ToolFolder(workspace))}: 50 MB …");
        ProcessStartInfo start = new(context.Dotnet, ["tool", "install", Package, "--version", PackageVersion, "--tool-path", ToolFolder(workspace)])
        {
            RedirectStandardOutput = true, RedirectStandardError = true,
        };
        string said;
        try
        {
            using Process process = Process.Start(start)!;
            await using CancellationTokenRegistration stop = ct.Register(() => process.Kill(entireProcessTree: true));
            Task<string> output = process.StandardOutput.ReadToEndAsync(CancellationToken.None), errors = process.StandardError.ReadToEndAsync(CancellationToken.None);
            await process.WaitForExitAsync(CancellationToken.None);
            ct.ThrowIfCancellationRequested();
            if (process.ExitCode == 0)
            {
                return Path.Combine(ToolFolder(workspace), Tool);
            }

            said = (await errors + await output).Trim();
        }
        catch (System.ComponentModel.Win32Exception e)
        {
            said = e.Message;
        }

        throw new LabInputException(
        [
            $"The kernel is the tool {Package} {PackageVersion}, and it could not be installed: {PlainText.Clean(said.Split('\n')[^1])}",
            "plab notebook run, check and export, and the pages of the dashboard, work without it.",
        ]);
    }

    private static string Write(string file, JsonObject spec) => Guarded(file, () =>
    {
        bool isThere = File.Exists(file);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, JsonText.Write(spec));
        return isThere ? "replaced" : "written";
    });

    // The folder is removed only when it holds nothing else; a kernel from elsewhere stays.
    private static string Remove(string file) => Guarded(file, () =>
    {
        if (!File.Exists(file) || KernelSpec.IsOfOthers(file))
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
}
