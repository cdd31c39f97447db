using System.Text.RegularExpressions;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Notebooks.Workspace;

/// <summary>One notebook of a workspace as a list shows it.</summary>
/// <param name="Name">Name of its file.</param>
/// <param name="ChangedAt">When the file was last written.</param>
/// <param name="Summary">What is in it; null when it cannot be read.</param>
/// <param name="Problem">Why it cannot be read; null when it can.</param>
public sealed record NotebookEntry(string Name, DateTimeOffset ChangedAt, NotebookSummary? Summary, string? Problem);

/// <summary>What a list says of a notebook.</summary>
/// <param name="Title">Its first heading; null without one.</param>
/// <param name="Cells">All cells.</param>
/// <param name="Outputs">How far it was executed.</param>
/// <param name="Subjects">Experiments and runs that its code names.</param>
public sealed record NotebookSummary(string? Title, int Cells, OutputsState Outputs, IReadOnlyList<string> Subjects)
{
    /// <summary>Of a notebook.</summary>
    public static NotebookSummary Of(NotebookDocument document)
    {
        ArgumentNullException.ThrowIfNull(document);
        return new NotebookSummary(document.Title, document.Cells.Count, OutputsState.Of(document), NotebookSubjects.Of(document));
    }
}

/// <summary>The notebooks of a workspace.</summary>
/// <param name="Files">In the order of their names.</param>
/// <param name="LeftOut">Files beyond the limit.</param>
public sealed record NotebookListing(IReadOnlyList<NotebookEntry> Files, int LeftOut);

/// <summary>A notebook that was read.</summary>
/// <param name="Name">Name of its file.</param>
/// <param name="Path">Full path.</param>
/// <param name="Bytes">The file as it stood.</param>
/// <param name="ChangedAt">When it was last written.</param>
/// <param name="Document">What is in it.</param>
public sealed record NotebookFile(string Name, string Path, ReadOnlyMemory<byte> Bytes, DateTimeOffset ChangedAt, NotebookDocument Document);

/// <summary>
/// The notebooks of a workspace: files of the folder <c>notebooks</c>, none below it. Names are looked up among the files that are there,
/// never put together to a path. Any thread.
/// </summary>
public static partial class NotebookFolder
{
    /// <summary>Most notebooks that are listed.</summary>
    public const int FilesMax = 200;

    /// <summary>Largest file that is read.</summary>
    public const int BytesMax = 16 * 1024 * 1024;

    /// <summary>Most characters of the name of a new notebook.</summary>
    public const int NameLengthMax = 80;

    private static readonly string[] Endings = [".ipynb", ".dib"];

    /// <summary>All notebooks. A file that cannot be read is one of them and says what is wrong.</summary>
    public static NotebookListing List(LabWorkspace workspace)
    {
        FileInfo[] files = Files(workspace);
        return new NotebookListing([.. files.Take(FilesMax).Select(Entry)], Math.Max(0, files.Length - FilesMax));
    }

    /// <summary>Names of all notebooks.</summary>
    public static IReadOnlyList<string> Names(LabWorkspace workspace) => [.. Files(workspace).Take(FilesMax).Select(f => f.Name)];

    /// <summary>Changes whenever a notebook comes, goes or is written; costs no reading.</summary>
    public static string Stamp(LabWorkspace workspace) =>
        string.Join('\n', Files(workspace).Take(FilesMax).Select(f => $"{f.Name} {f.LastWriteTimeUtc.Ticks} {(f.Exists ? f.Length : 0)}"));

    /// <summary>A notebook.</summary>
    /// <exception cref="LabInputException">There is none of this name, or it cannot be read.</exception>
    public static NotebookFile Read(LabWorkspace workspace, string name)
    {
        FileInfo file = Files(workspace).Take(FilesMax).FirstOrDefault(f => f.Name == name)
            ?? throw new LabInputException([$"There is no notebook '{name}' in the folder notebooks of this workspace."]);
        try
        {
            return Read(file);
        }
        catch (NotebookFormatException e)
        {
            throw new LabInputException([$"notebooks/{name} cannot be read: {e.Message}"]);
        }
    }

    /// <summary>Writes a new notebook. Gives the name of its file.</summary>
    /// <param name="workspace">Where.</param>
    /// <param name="name">Its name without the ending.</param>
    /// <param name="document">What is in it.</param>
    /// <exception cref="LabInputException">The name is none, or is taken.</exception>
    public static string Create(LabWorkspace workspace, string name, NotebookDocument document)
    {
        ArgumentNullException.ThrowIfNull(workspace);
        ArgumentNullException.ThrowIfNull(document);
        if (!IsName(name))
        {
            throw new LabInputException([$"A name takes 1 to {NameLengthMax} letters, digits, '-' and '_', and begins with a letter or digit."]);
        }

        string file = name + Endings[0];
        Directory.CreateDirectory(workspace.Notebooks);
        string half = Half(workspace, file);
        try
        {
            document.Save(half);
            File.Move(half, Path.Combine(workspace.Notebooks, file), overwrite: false);
            LabImport.WriteInto(workspace.Notebooks);
        }
        catch (IOException) when (File.Exists(Path.Combine(workspace.Notebooks, file)))
        {
            throw new LabInputException([$"notebooks/{file} exists already. Nothing was written: choose another name."]);
        }
        finally
        {
            File.Delete(half);
        }

        return file;
    }

    /// <summary>True for a name that a new notebook may have.</summary>
    public static bool IsName(string? name) => name is { Length: <= NameLengthMax } && Name().IsMatch(name);

    /// <summary>Reads a notebook as the list does: no link, and at most <see cref="BytesMax"/>.</summary>
    /// <exception cref="NotebookFormatException">It cannot be read, or is no notebook.</exception>
    public static NotebookFile Read(FileInfo file)
    {
        ArgumentNullException.ThrowIfNull(file);
        return file.LinkTarget is null ? Read(file, BytesMax) : throw new NotebookFormatException("it is a link to another place; put the file itself into the folder.");
    }

    /// <summary>Reads a notebook that the user names: links are followed, and it may be as large as any notebook.</summary>
    /// <exception cref="NotebookFormatException">It cannot be read, or is no notebook.</exception>
    public static NotebookFile ReadNamed(FileInfo file)
    {
        ArgumentNullException.ThrowIfNull(file);
        return Read(file, NotebookDocument.FileBytesMax);
    }

    private static NotebookFile Read(FileInfo file, int max)
    {
        try
        {
            byte[] bytes = NotebookDocument.BytesOf(file.FullName, max);
            return new NotebookFile(file.Name, file.FullName, bytes, file.LastWriteTimeUtc, NotebookDocument.Parse(bytes, file.Name));
        }
        catch (UnauthorizedAccessException)
        {
            throw new NotebookFormatException("this user may not read it.");
        }
        catch (IOException)
        {
            throw new NotebookFormatException("the file could not be read to its end.");
        }
    }

    private static FileInfo[] Files(LabWorkspace workspace)
    {
        ArgumentNullException.ThrowIfNull(workspace);
        DirectoryInfo folder = new(workspace.Notebooks);
        return folder.Exists
            ? [.. folder.EnumerateFiles().Where(f => f.Name[0] != '.' && f.Name != NotebookMetadata.Import && Endings.Contains(f.Extension, StringComparer.OrdinalIgnoreCase)).OrderBy(f => f.Name, StringComparer.Ordinal)]
            : [];
    }

    private static NotebookEntry Entry(FileInfo file)
    {
        try
        {
            NotebookFile read = Read(file);
            return new NotebookEntry(file.Name, read.ChangedAt, NotebookSummary.Of(read.Document), null);
        }
        catch (NotebookFormatException e)
        {
            return new NotebookEntry(file.Name, file.LastWriteTimeUtc, null, e.Message);
        }
    }

    // Hidden and in the same folder: a reader meets the old file or the new one, and no list shows the half of one.
    private static string Half(LabWorkspace workspace, string name) => Path.Combine(workspace.Notebooks, $".{Guid.NewGuid():N}{Path.GetExtension(name)}");

    [GeneratedRegex("^[A-Za-z0-9][A-Za-z0-9_-]*\\z", RegexOptions.CultureInvariant)]
    private static partial Regex Name();
}
