using System.Text;
using System.Text.RegularExpressions;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Runner.Validate;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Runner.Experiments;

/// <summary>One experiment of a workspace.</summary>
/// <param name="Name">Name of its folder.</param>
/// <param name="Text">Its file as it stands.</param>
/// <param name="Spec">The experiment; null when the file has problems.</param>
/// <param name="Problems">What is wrong with the file.</param>
public sealed record ExperimentEntry(string Name, string Text, ExperimentSpec? Spec, IReadOnlyList<FileProblem> Problems)
{
    /// <summary>What a command line names it by.</summary>
    public string Path => $"experiments/{Name}";
}

/// <summary>The experiment files of a workspace, and drafts that are run once. Names are looked up, never put together to a path. Any thread.</summary>
public static partial class ExperimentFolder
{
    private const int ListedMax = 1_000;
    private static readonly UTF8Encoding Utf8 = new(encoderShouldEmitUTF8Identifier: false);

    /// <summary>All experiments in the order of their names.</summary>
    public static IReadOnlyList<ExperimentEntry> List(LabWorkspace workspace)
    {
        ArgumentNullException.ThrowIfNull(workspace);
        return Directory.Exists(workspace.Experiments)
            ? [.. Directory.EnumerateDirectories(workspace.Experiments).Where(d => File.Exists(Path.Combine(d, ExperimentLoader.FileName)))
                .Order(StringComparer.Ordinal).Take(ListedMax).Select(Read)]
            : [];
    }

    /// <summary>The experiment with this name, or null.</summary>
    public static ExperimentEntry? Find(LabWorkspace workspace, string? name) => List(workspace).FirstOrDefault(e => e.Name == name);

    /// <summary>Policy files, as an experiment names them.</summary>
    public static IReadOnlyList<string> Policies(LabWorkspace workspace)
    {
        ArgumentNullException.ThrowIfNull(workspace);
        string folder = Path.Combine(workspace.Experiments, "policies");
        return Directory.Exists(folder)
            ? [.. Directory.EnumerateFiles(folder, "*.yaml").Select(f => $"policies/{Path.GetFileName(f)}").Order(StringComparer.Ordinal)]
            : [];
    }

    /// <summary>Writes an experiment. Gives what a command line names it by.</summary>
    /// <param name="workspace">Where.</param>
    /// <param name="id">Its id and the name of its folder.</param>
    /// <param name="text">The whole file.</param>
    /// <param name="seen">The text that the caller knows to stand there; null when nothing should.</param>
    /// <exception cref="LabInputException">The id is none, or another text stands there than the caller knows.</exception>
    public static string Save(LabWorkspace workspace, string id, string text, string? seen)
    {
        ArgumentNullException.ThrowIfNull(workspace);
        string folder = Path.Combine(workspace.Experiments, Checked(id));
        string file = Path.Combine(folder, ExperimentLoader.FileName);
        string? there = File.Exists(file) ? File.ReadAllText(file) : null;
        if (there != seen)
        {
            throw new LabInputException([there is null
                ? $"experiments/{id} is not there any more. Look again before you save."
                : $"experiments/{id} holds another experiment than this page knows. Nothing was written: look at it first, or choose another name."]);
        }

        Write(folder, file, text);
        return $"experiments/{id}";
    }

    /// <summary>Writes an experiment that is run once, next to the workspace's own data. Gives what a command line names it by.</summary>
    /// <exception cref="LabInputException">The id is none.</exception>
    public static string SaveDraft(LabWorkspace workspace, string id, string text)
    {
        ArgumentNullException.ThrowIfNull(workspace);
        string folder = Path.Combine(workspace.Drafts, Checked(id));
        Write(folder, Path.Combine(folder, ExperimentLoader.FileName), text);
        return Path.GetRelativePath(workspace.Root, folder);
    }

    private static string Checked(string id) => id.Length <= ExperimentRules.IdLengthMax && Id().IsMatch(id)
        ? id
        : throw new LabInputException(["The name takes three digits and lower-case words joined by '-', such as 001-reply-codec."]);

    private static ExperimentEntry Read(string folder)
    {
        LoadedFile<ExperimentSpec> loaded = ExperimentLoader.Load(folder);
        string name = Path.GetFileName(folder);
        // A place in the file is enough for a page: the folder of this machine does not belong there.
        return new ExperimentEntry(
            name, Utf8.GetString(loaded.Bytes.Span), loaded.Value, [.. loaded.Problems.Select(p => p with { File = $"experiments/{name}/{ExperimentLoader.FileName}" })]);
    }

    // A reader meets the old file or the new one, never half of one.
    private static void Write(string folder, string file, string text)
    {
        Directory.CreateDirectory(folder);
        string next = $"{file}.{Environment.ProcessId}.new";
        File.WriteAllText(next, text, Utf8);
        File.Move(next, file, overwrite: true);
    }

    [GeneratedRegex(ExperimentRules.IdPattern)]
    private static partial Regex Id();
}
