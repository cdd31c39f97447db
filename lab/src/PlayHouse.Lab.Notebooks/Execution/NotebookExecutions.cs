using System.Security.Cryptography;
using System.Text;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Notebooks.Execution;

/// <summary>The latest execution of each notebook of a workspace. No other data are touched. Any thread.</summary>
/// <param name="workspace">The workspace.</param>
public sealed class NotebookExecutions(LabWorkspace workspace)
{
    private const int KeyLength = 32;

    /// <summary>The latest execution of a notebook; null when there is none.</summary>
    public ExecutionFolder? Latest(string notebook)
    {
        string folder = FolderOf(notebook);
        try
        {
            return Directory.Exists(folder) && Directory.EnumerateDirectories(folder).Max(StringComparer.Ordinal) is { } latest ? new ExecutionFolder(latest) : null;
        }
        catch (DirectoryNotFoundException)
        {
            // Forgotten between the two looks.
            return null;
        }
    }

    /// <summary>Begins a new one; the one before it is forgotten, and so is what notebooks that are gone left.</summary>
    public ExecutionFolder Begin(string notebook, DateTimeOffset now)
    {
        Forget(notebook);
        foreach (string gone in NotGoing(now).Where(n => !File.Exists(Path.Combine(workspace.Notebooks, n))))
        {
            Forget(gone);
        }

        // Folders sort by the time in their name.
        ExecutionFolder folder = new(Path.Combine(FolderOf(notebook), Guid.CreateVersion7(now).ToString("N")));
        folder.Write(new ExecutionState { Notebook = notebook, StartedAt = now });
        return folder;
    }

    /// <summary>Removes what executions of a notebook left.</summary>
    public void Forget(string notebook)
    {
        if (Directory.Exists(FolderOf(notebook)))
        {
            Directory.Delete(FolderOf(notebook), recursive: true);
        }
    }

    /// <summary>Names of the notebooks that are being executed.</summary>
    public IReadOnlyList<string> Going(DateTimeOffset now) =>
        [.. States(now).Where(s => s.IsGoing).Select(s => s.Notebook).Distinct().Order(StringComparer.Ordinal)];

    private string[] NotGoing(DateTimeOffset now) =>
        [.. States(now).GroupBy(s => s.Notebook, StringComparer.Ordinal).Where(n => !n.Any(s => s.IsGoing)).Select(n => n.Key)];

    private IEnumerable<ExecutionState> States(DateTimeOffset now) => !Directory.Exists(workspace.NotebookExecutions)
        ? []
        : Directory.EnumerateDirectories(workspace.NotebookExecutions).SelectMany(Directory.EnumerateDirectories)
            .Select(f => new ExecutionFolder(f).Read(now)).OfType<ExecutionState>();

    // A name may hold anything a file name may; a folder is named by its hash.
    private string FolderOf(string notebook) =>
        Path.Combine(workspace.NotebookExecutions, Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(notebook)))[..KeyLength]);
}
