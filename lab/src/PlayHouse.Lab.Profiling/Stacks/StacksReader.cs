using System.Text.Json;
using PlayHouse.Lab.Profiling.Frames;

namespace PlayHouse.Lab.Profiling.Stacks;

/// <summary>Reads the lines of a stacks file and believes none of them. One file, one thread.</summary>
internal sealed class StacksReader(Stream from, string name)
{
    private const string Advice = "Delete it; it is made again from the raw trace where that still exists, else repeat the diagnostic launch.";

    private readonly BoundedLines _lines = new(from, AllocationStacksFile.LineBytesMax);
    private long _bytesMax = AllocationStacksFile.NamesBytesMax;
    private int _line;

    public AllocationStacks Read()
    {
        try
        {
            StacksHeader header = Header();
            List<string> types = Types(header.Types);
            StackTable table = Table(header);
            List<StackCell> cells = Cells(header.Cells, table.Count, types.Count);
            Require(_lines.Next().IsEmpty && _lines.IsAtEnd, "more lines follow than its first line announces");
            return new AllocationStacks
            {
                Table = table,
                Types = types,
                Cells = cells,
                Messages = header.Messages ?? double.NaN,
                ExactBytes = header.ExactBytes ?? double.NaN,
                Origin = header.Origin,
                Arm = header.Arm,
                Invalid = header.Invalid,
            };
        }
        catch (Exception error) when (error is JsonException or InvalidDataException or InvalidOperationException or FormatException)
        {
            throw Broken(error.Message, error);
        }
    }

    private StacksHeader Header()
    {
        StacksHeader header = JsonSerializer.Deserialize<StacksHeader>(Next(), StacksWriter.Options) ?? throw Broken("its first line is null");
        Require(header.Format == AllocationStacksFile.Format, "it is not a file of allocation stacks");
        Require(header.Version == AllocationStacksFile.Version, $"its version is {header.Version}, version {AllocationStacksFile.Version} is read");
        Require(header is { Origin: not null, Arm: not null, Invalid: not null } && header.Invalid.All(r => r is not null), "a text of its first line is null");
        Require(header.Messages is null or >= 0 && header.ExactBytes is null or >= 0, "a figure of its first line is negative");
        Within(header.Types, AllocationStacksFile.TypesMax, "types");
        Within(header.Frames, AllocationStacksFile.FramesMax, "frames");
        Within(header.Stacks, AllocationStacksFile.StacksMax, "stacks");
        Within(header.Cells, AllocationStacksFile.CellsMax, "cells");
        return header;
    }

    private List<string> Types(int count)
    {
        var types = new List<string>();
        while (types.Count < count)
            types.Add(JsonSerializer.Deserialize<string>(Next()) ?? throw Broken("a type without a name"));
        return types;
    }

    private StackTable Table(StacksHeader header)
    {
        var table = new StackTable();
        for (int i = 0; i < header.Frames; i++)
            Require(table.Intern(Frame(Next())) == i, "a frame twice");
        _bytesMax = AllocationStacksFile.ContentBytesMax;
        for (int i = 0; i < header.Stacks; i++)
        {
            var row = new Utf8JsonReader(Next());
            Open(ref row);
            int caller = Index(ref row, i, StackTable.None);
            int frame = Index(ref row, header.Frames, 0);
            Close(ref row);
            Require(table.Call(caller, frame) == i, "a stack twice");
        }
        return table;
    }

    private List<StackCell> Cells(int count, int stacks, int types)
    {
        var cells = new List<StackCell>();
        var seen = new HashSet<(int, int)>();
        while (cells.Count < count)
        {
            var row = new Utf8JsonReader(Next());
            Open(ref row);
            int stack = Index(ref row, stacks, StackTable.None);
            int type = Index(ref row, types, 0);
            int samples = Index(ref row, int.MaxValue, 1);
            double bytes = Figure(ref row);
            double objects = Figure(ref row);
            double variance = Figure(ref row);
            Close(ref row);
            Require(seen.Add((stack, type)), "a cell twice");
            cells.Add(new StackCell(stack, type, Estimates.AllocationEstimator.Restore(samples, bytes, objects, variance)));
        }
        return cells;
    }

    private StackFrame Frame(ReadOnlySpan<byte> line)
    {
        var row = new Utf8JsonReader(line);
        Open(ref row);
        string? frame = Text(ref row);
        string? module = Text(ref row);
        string? kind = Text(ref row);
        string? source = Text(ref row);
        Close(ref row);
        Require(frame is not null && module is not null, "a frame without a name");
        Require(Enum.TryParse(kind, out FrameKind known) && known.ToString() == kind, "a frame of an unknown kind");
        return new StackFrame(frame!, module!, known, source);
    }

    private static void Open(ref Utf8JsonReader row)
    {
        if (!row.Read() || row.TokenType != JsonTokenType.StartArray)
            throw new FormatException("an array should stand here");
    }

    private static void Close(ref Utf8JsonReader row)
    {
        if (!row.Read() || row.TokenType != JsonTokenType.EndArray || row.Read())
            throw new FormatException("an array of another length should stand here");
    }

    private static string? Text(ref Utf8JsonReader row) => row.Read() ? row.GetString() : throw new FormatException("a text is missing");

    private static int Index(ref Utf8JsonReader row, int below, int least)
    {
        int value = row.Read() && row.TokenType == JsonTokenType.Number ? row.GetInt32() : throw new FormatException("a number is missing");
        return value >= least && value < below ? value : throw new FormatException($"the number {value} is out of its range");
    }

    private static double Figure(ref Utf8JsonReader row)
    {
        double value = row.Read() && row.TokenType == JsonTokenType.Number ? row.GetDouble() : throw new FormatException("a figure is missing");
        return double.IsFinite(value) && value >= 0 ? value : throw new FormatException("a figure is negative or without end");
    }

    private ReadOnlySpan<byte> Next()
    {
        ReadOnlySpan<byte> line = _lines.Next();
        _line++;
        Require(!line.IsEmpty, "it ends too early");
        Require(_lines.Bytes <= _bytesMax, $"more than {_bytesMax} bytes up to here");
        return line;
    }

    private void Within(int count, int countMax, string what) => Require(count >= 0 && count <= countMax, $"{count} {what}, at most {countMax} are read");

    private void Require(bool isFulfilled, string otherwise)
    {
        if (!isFulfilled)
            throw Broken(otherwise);
    }

    private TraceFormatException Broken(string what, Exception? cause = null)
    {
        string message = $"The file {name} is damaged at line {_line}: {what}. {Advice}";
        return cause is null ? new TraceFormatException(message) : new TraceFormatException(message, cause);
    }
}
