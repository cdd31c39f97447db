using System.Text.Json;
using PlayHouse.Lab.Model;

namespace PlayHouse.Lab.Notebooks.Execution;

/// <summary>
/// One execution of a notebook as a folder: the process that executes writes how far it is, its owner reads it, and a file asks it to end.
/// Nothing else connects the two, so that neither depends on the other's life. Any thread.
/// </summary>
/// <param name="path">Full path of the folder.</param>
public sealed class ExecutionFolder(string path)
{
    /// <summary>Time a process has for its first word; a machine under load takes long to start one.</summary>
    public static TimeSpan StartMax { get; } = TimeSpan.FromMinutes(3);

    private string StateFile => Path.Combine(path, "state.json");

    private string CancelFile => Path.Combine(path, "cancel");

    /// <summary>Full path of the folder.</summary>
    public string PathOf => path;

    /// <summary>The notebook with the outputs so far.</summary>
    public string Executed => Path.Combine(path, "executed.ipynb");

    /// <summary>True when it was asked to end.</summary>
    public bool IsCancelRequested => File.Exists(CancelFile);

    /// <summary>Asks the process to end.</summary>
    public void RequestCancel()
    {
        if (Directory.Exists(path))
        {
            File.WriteAllText(CancelFile, "");
        }
    }

    /// <summary>Writes where it stands; a reader meets the old state or the new one.</summary>
    public void Write(ExecutionState state)
    {
        Directory.CreateDirectory(path);
        string next = Path.Combine(path, $"{Guid.NewGuid():N}.new");
        File.WriteAllText(next, JsonSerializer.Serialize(state, LabJson.Indented));
        File.Move(next, StateFile, overwrite: true);
    }

    /// <summary>Where it stands; null for a folder without an execution.</summary>
    public ExecutionState? Read()
    {
        try
        {
            return JsonSerializer.Deserialize<ExecutionState>(File.ReadAllText(StateFile), LabJson.Compact);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException)
        {
            return null;
        }
    }
}
