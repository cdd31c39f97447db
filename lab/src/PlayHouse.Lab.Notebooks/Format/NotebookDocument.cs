using System.Text.Json.Nodes;

namespace PlayHouse.Lab.Notebooks.Format;

/// <summary>A notebook in memory. Not for concurrent use.</summary>
public sealed class NotebookDocument
{
    /// <summary>Cells in their order.</summary>
    public List<NotebookCell> Cells { get; } = [];

    /// <summary>Metadata of the file; kept when written again.</summary>
    public JsonObject Metadata { get; init; } = NotebookMetadata.New();

    /// <summary>Reads a file by its ending, <c>.ipynb</c> or <c>.dib</c>. Throws <see cref="NotebookFormatException"/> with what is wrong and where.</summary>
    public static NotebookDocument Load(string path)
    {
        string text;
        try
        {
            text = File.ReadAllText(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new NotebookFormatException($"{path} cannot be read: {e.Message}");
        }

        try
        {
            return IsDib(path) ? DibFile.Parse(text) : IpynbFile.Parse(text);
        }
        catch (NotebookFormatException e)
        {
            throw new NotebookFormatException($"{path}: {e.Message}");
        }
    }

    /// <summary>Writes a file by its ending, whole or not at all.</summary>
    public void Save(string path)
    {
        string half = path + ".part";
        File.WriteAllText(half, IsDib(path) ? DibFile.Write(this) : IpynbFile.Write(this));
        File.Move(half, path, overwrite: true);
    }

    private static bool IsDib(string path) => path.EndsWith(".dib", StringComparison.OrdinalIgnoreCase);
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
