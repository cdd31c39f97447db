using System.Buffers;
using System.Text.Encodings.Web;
using System.Text.Json;
using PlayHouse.Lab.Profiling.Frames;

namespace PlayHouse.Lab.Profiling.Stacks;

/// <summary>Writes the lines of a stacks file. One file, one thread; the stream is the owner's.</summary>
internal sealed class StacksWriter(Stream into)
{
    /// <summary>Names of methods are full of angle brackets; the file is never part of a page.</summary>
    internal static readonly JsonSerializerOptions Options = new(JsonSerializerDefaults.Web) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    private static readonly JsonWriterOptions LineOptions = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    private readonly ArrayBufferWriter<byte> _line = new();
    private long _bytes;

    public void Write(AllocationStacks stacks)
    {
        StackTable table = stacks.Table;
        Check(stacks.Types.Count, AllocationStacksFile.TypesMax, "types");
        Check(table.Frames.Count, AllocationStacksFile.FramesMax, "frames");
        Check(table.Count, AllocationStacksFile.StacksMax, "stacks");
        Check(stacks.Cells.Count, AllocationStacksFile.CellsMax, "cells");

        Line(json => JsonSerializer.Serialize(json, Header(stacks), Options));
        foreach (string type in stacks.Types)
            Line(json => json.WriteStringValue(type));
        foreach (StackFrame frame in table.Frames)
            Line(json => Frame(json, frame));
        Check(_bytes, AllocationStacksFile.NamesBytesMax, "bytes of names");
        for (int i = 0; i < table.Count; i++)
        {
            int stack = i;
            Line(json => Row(json, table.CallerOf(stack), table.FrameIdOf(stack)));
        }
        foreach (StackCell cell in stacks.Cells)
            Line(json => Cell(json, cell));
        Check(_bytes, AllocationStacksFile.ContentBytesMax, "bytes");
    }

    private static StacksHeader Header(AllocationStacks stacks) => new()
    {
        Format = AllocationStacksFile.Format,
        Version = AllocationStacksFile.Version,
        Origin = stacks.Origin,
        Arm = stacks.Arm,
        Messages = double.IsFinite(stacks.Messages) ? stacks.Messages : null,
        ExactBytes = double.IsFinite(stacks.ExactBytes) ? stacks.ExactBytes : null,
        Invalid = stacks.Invalid,
        Types = stacks.Types.Count,
        Frames = stacks.Table.Frames.Count,
        Stacks = stacks.Table.Count,
        Cells = stacks.Cells.Count,
    };

    private static void Frame(Utf8JsonWriter json, StackFrame frame)
    {
        json.WriteStartArray();
        json.WriteStringValue(frame.Name);
        json.WriteStringValue(frame.Module);
        json.WriteStringValue(frame.Kind.ToString());
        json.WriteStringValue(frame.Source);
        json.WriteEndArray();
    }

    private static void Row(Utf8JsonWriter json, int caller, int frame)
    {
        json.WriteStartArray();
        json.WriteNumberValue(caller);
        json.WriteNumberValue(frame);
        json.WriteEndArray();
    }

    private static void Cell(Utf8JsonWriter json, StackCell cell)
    {
        json.WriteStartArray();
        json.WriteNumberValue(cell.Stack);
        json.WriteNumberValue(cell.Type);
        json.WriteNumberValue(cell.Estimate.Samples);
        json.WriteNumberValue(cell.Estimate.Bytes);
        json.WriteNumberValue(cell.Estimate.Objects);
        json.WriteNumberValue(cell.Estimate.Variance);
        json.WriteEndArray();
    }

    private void Line(Action<Utf8JsonWriter> write)
    {
        _line.ResetWrittenCount();
        using (var json = new Utf8JsonWriter(_line, LineOptions))
            write(json);
        Check(_line.WrittenCount, AllocationStacksFile.LineBytesMax, "bytes in one line");
        into.Write(_line.WrittenSpan);
        into.WriteByte((byte)'\n');
        _bytes += _line.WrittenCount + 1;
    }

    private static void Check(long count, long countMax, string what)
    {
        if (count > countMax)
            throw new TraceFormatException($"These allocations have {count} {what}; a file of stacks holds at most {countMax}. Trace a shorter window.");
    }
}
