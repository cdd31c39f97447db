using System.Text.Json.Nodes;

namespace PlayHouse.Lab.Notebooks.Format;

/// <summary>A notebook in memory. Not for concurrent use.</summary>
public sealed class NotebookDocument
{
    /// <summary>Largest file that is read.</summary>
    public const int FileBytesMax = 256 * 1024 * 1024;

    /// <summary>Cells in their order.</summary>
    public List<NotebookCell> Cells { get; } = [];

    /// <summary>Metadata of the file; kept when written again.</summary>
    public JsonObject Metadata { get; init; } = NotebookMetadata.New();

    /// <summary>Its first heading of the first level; null without one.</summary>
    public string? Title => Cells.Where(c => c.Kind == CellKind.Markdown).SelectMany(c => c.Source.Split('\n'))
        .FirstOrDefault(l => l.StartsWith("# ", StringComparison.Ordinal))?[2..].Trim() is { Length: > 0 } title ? title : null;

    /// <summary>Cells that are executed: those with code in them, in order. The first is cell 1.</summary>
    public IReadOnlyList<NotebookCell> CodeCells => [.. Cells.Where(c => c.Kind == CellKind.Code && c.Source.Trim().Length > 0)];

    /// <summary>Reads a text by the ending of its file. Throws <see cref="NotebookFormatException"/> with what is wrong and where.</summary>
    public static NotebookDocument Parse(string text, string path) => IsDib(path) ? DibFile.Parse(text) : IpynbFile.Parse(text);

    /// <summary>The same of the bytes of a file, of whose encoding its first bytes may tell.</summary>
    public static NotebookDocument Parse(byte[] bytes, string path)
    {
        using StreamReader text = new(new MemoryStream(bytes));
        return Parse(text.ReadToEnd(), path);
    }

    /// <summary>The bytes of a file; one that grows while it is read ends where it ended when it was opened.</summary>
    /// <exception cref="NotebookFormatException">It has more than <paramref name="max"/> bytes.</exception>
    public static byte[] BytesOf(string path, int max)
    {
        using FileStream file = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        if (file.Length > max)
        {
            throw new NotebookFormatException($"it is larger than {max / (1024 * 1024)} MiB.");
        }

        byte[] bytes = new byte[file.Length];
        int count = file.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false);
        return count == bytes.Length ? bytes : bytes[..count];
    }

    /// <summary>Reads a file by its ending, <c>.ipynb</c> or <c>.dib</c>. Throws <see cref="NotebookFormatException"/> with what is wrong and where.</summary>
    public static NotebookDocument Load(string path)
    {
        try
        {
            return Parse(BytesOf(path, FileBytesMax), path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new NotebookFormatException($"{path} cannot be read: {(Directory.Exists(path) ? "it is a folder; name a notebook in it." : e.Message)}");
        }
        catch (NotebookFormatException e)
        {
            throw new NotebookFormatException($"{path}: {e.Message}");
        }
    }

    /// <summary>Writes a file by its ending, whole or not at all. A link stays one: what it leads to is written.</summary>
    public void Save(string path)
    {
        path = new FileInfo(path) is { Exists: true, LinkTarget: not null } link ? link.ResolveLinkTarget(returnFinalTarget: true)!.FullName : path;
        string half = path + ".part";
        File.WriteAllText(half, IsDib(path) ? DibFile.Write(this) : IpynbFile.Write(this));
        File.Move(half, path, overwrite: true);
    }

    /// <summary>Takes every output and execution number away.</summary>
    public void ClearOutputs()
    {
        foreach (NotebookCell cell in Cells)
        {
            (cell.Outputs, cell.ExecutionCount) = ([], null);
        }
    }

    /// <summary>True for a file that has no place for outputs, ids and tags.</summary>
    public static bool IsDib(string path) => path.EndsWith(".dib", StringComparison.OrdinalIgnoreCase);
}

/// <summary>A file is no notebook; the message says what is wrong and where.</summary>
public sealed class NotebookFormatException : Exception
{
    /// <summary>Makes the error.</summary>
    public NotebookFormatException(string message)
        : base(message)
    {
    }
}
