using System.Globalization;

namespace PlayHouse.Lab.Runner.Validate;

/// <summary>One thing that is wrong with a file, and where.</summary>
/// <param name="File">The file as the caller named it.</param>
/// <param name="Line">Line from 1.</param>
/// <param name="Column">Column from 1.</param>
/// <param name="Message">What is wrong, one sentence without control characters.</param>
/// <param name="Suggestion">What to write instead, or null.</param>
public sealed record FileProblem(string File, int Line, int Column, string Message, string? Suggestion)
{
    /// <summary>Text for people: <c>file:line:column: message; suggestion</c>.</summary>
    public override string ToString()
    {
        string place = string.Create(CultureInfo.InvariantCulture, $"{File}:{Line}:{Column}: {Message}");
        return Suggestion is null ? place : $"{place}; {Suggestion}";
    }
}

/// <summary>A loaded file, or every problem it has.</summary>
/// <typeparam name="T">Record of the file.</typeparam>
public sealed record LoadedFile<T>
    where T : class
{
    /// <summary>The record; null when there is a problem.</summary>
    public T? Value { get; init; }

    /// <summary>All problems, in the order of the file; empty when the file is good.</summary>
    public IReadOnlyList<FileProblem> Problems { get; init; } = [];

    /// <summary>Where the keys of the file stand, for later checks.</summary>
    public SourceMap Source { get; init; } = SourceMap.Empty;

    /// <summary>The bytes that were read, so that a hash is of exactly what was loaded.</summary>
    public ReadOnlyMemory<byte> Bytes { get; init; }

    /// <summary>The record, or <see cref="LabInputException"/> with every problem.</summary>
    public T Required() => Value ?? throw new LabInputException([.. Problems.Select(p => p.ToString())]);
}

/// <summary>Positions of the keys of a file under dotted paths such as <c>arms.candidate.set.mailbox</c>.</summary>
public sealed class SourceMap
{
    private readonly IReadOnlyDictionary<string, (int Line, int Column)> _positions;

    internal SourceMap(string file, IReadOnlyDictionary<string, (int Line, int Column)> positions)
    {
        File = file;
        _positions = positions;
    }

    /// <summary>For records that did not come from a file.</summary>
    public static SourceMap Empty { get; } = new("", new Dictionary<string, (int, int)>());

    /// <summary>The file; empty when there is none.</summary>
    public string File { get; }

    /// <summary>A problem at a path, or at the nearest enclosing key that stands in the file.</summary>
    public FileProblem At(string path, string message, string? suggestion = null)
    {
        ArgumentNullException.ThrowIfNull(path);
        for (string rest = path; ; rest = rest[..Math.Max(rest.LastIndexOf('.'), 0)])
        {
            if (_positions.TryGetValue(rest, out (int Line, int Column) position))
            {
                return new FileProblem(File, position.Line, position.Column, message, suggestion);
            }

            if (rest.Length == 0)
            {
                return new FileProblem(File, 1, 1, message, suggestion);
            }
        }
    }
}
