using System.Diagnostics;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Notebooks.Tests;

/// <summary>A workspace without runs, in which commands run as a user types them.</summary>
internal sealed class CommandFolder : IDisposable
{
    private readonly string _path = Directory.CreateTempSubdirectory("plab-notebook-cli-").FullName;

    public static TimeSpan Deadline { get; } = TimeSpan.FromMinutes(3);

    public void Dispose() => Directory.Delete(_path, recursive: true);

    public string PathOf(string name) => Path.Combine(_path, name);

    /// <summary>Saves a notebook of these cells, <c>cell-a</c> the first, and gives its path.</summary>
    public string Save(string name, params string[] cells)
    {
        NotebookDocument document = new() { Metadata = NotebookMetadata.New() };
        document.Cells.AddRange(cells.Select((c, i) => new NotebookCell($"cell-{(char)('a' + i)}", CellKind.Code, c)));
        document.Save(PathOf(name));
        return PathOf(name);
    }

    public Process Start(params string[] arguments) => Start(_path, arguments);

    /// <summary>The lab's program.</summary>
    public static string Program => Repository.Program("PlayHouse.Lab.Cli");

    /// <summary>A command in a workspace.</summary>
    public static Process Start(string workspace, params string[] arguments)
    {
        ProcessStartInfo info = new(Program, arguments) { RedirectStandardOutput = true, RedirectStandardError = true, UseShellExecute = false };
        info.Environment[LabWorkspace.HomeVariable] = workspace;
        // It lives too briefly for compiling anything a second time to pay.
        info.Environment["DOTNET_TC_CallCounting"] = "0";
        return Process.Start(info)!;
    }

    /// <summary>A command that starts no notebook, in this process.</summary>
    public Task<(int Code, string Shown, string Said)> HereAsync(params string[] arguments) => LabCommand.TryAsync(new LabWorkspace(_path), arguments);

    /// <summary>A command as a process of its own.</summary>
    public async Task<(int Code, string Shown, string Said)> PlabAsync(params string[] arguments)
    {
        using Process process = Start(arguments);
        Task<string> shown = process.StandardOutput.ReadToEndAsync(), said = process.StandardError.ReadToEndAsync();
        using CancellationTokenSource deadline = new(Deadline);
        await process.WaitForExitAsync(deadline.Token);
        return (process.ExitCode, await shown, await said);
    }
}
