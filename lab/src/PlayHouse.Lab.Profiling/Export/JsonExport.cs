using System.Text.Json;
using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Export;

/// <summary>
/// Everything that is known of the windows. A stack is its frame and the number of its caller's stack, -1 for none; a cell is
/// a stack, a type and the estimate. Limits are null below five samples.
/// </summary>
internal static class JsonExport
{
    /// <summary>Name and version of the document.</summary>
    public const string Schema = "playhouse-lab/stacks/1";

    private const int BytesBeforeFlush = 1 << 16;

    public static void Write(IReadOnlyList<AllocationStacks> windows, Stream output)
    {
        using var json = new Utf8JsonWriter(output);
        json.WriteStartObject();
        json.WriteString("schema", Schema);
        json.WriteStartArray("windows");
        foreach (AllocationStacks window in windows)
            WriteWindow(json, window);
        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void WriteWindow(Utf8JsonWriter json, AllocationStacks window)
    {
        json.WriteStartObject();
        json.WriteString("arm", window.Arm);
        json.WriteString("launch", window.Origin);
        Number(json, "messages", window.Messages);
        Number(json, "exactBytes", window.ExactBytes);
        Number(json, "bytes", window.Total().Bytes);
        json.WriteNumber("samples", window.Total().Samples);
        Strings(json, "invalid", window.Invalid);
        Strings(json, "types", window.Types);
        WriteTable(json, window.Table);
        json.WriteStartArray("cells");
        foreach (StackCell cell in window.Cells)
            WriteCell(json, cell);
        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void WriteTable(Utf8JsonWriter json, StackTable table)
    {
        json.WriteStartArray("frames");
        foreach (StackFrame frame in table.Frames)
        {
            json.WriteStartObject();
            json.WriteString("name", frame.Name);
            json.WriteString("module", frame.Module);
            json.WriteString("kind", JsonNamingPolicy.CamelCase.ConvertName(frame.Kind.ToString()));
            json.WriteString("source", frame.Source);
            json.WriteEndObject();
            FlushWhenFull(json);
        }
        json.WriteEndArray();
        json.WriteStartArray("stacks");
        for (int stack = 0; stack < table.Count; stack++)
        {
            json.WriteStartObject();
            json.WriteNumber("frame", table.FrameIdOf(stack));
            json.WriteNumber("caller", table.CallerOf(stack));
            json.WriteEndObject();
            FlushWhenFull(json);
        }
        json.WriteEndArray();
    }

    private static void WriteCell(Utf8JsonWriter json, StackCell cell)
    {
        (double low, double high) = cell.Estimate.Interval95();
        json.WriteStartObject();
        json.WriteNumber("stack", cell.Stack);
        json.WriteNumber("type", cell.Type);
        json.WriteNumber("samples", cell.Estimate.Samples);
        Number(json, "bytes", cell.Estimate.Bytes);
        Number(json, "low", low);
        Number(json, "high", high);
        Number(json, "objects", cell.Estimate.Objects);
        Number(json, "variance", cell.Estimate.Variance);
        json.WriteEndObject();
        FlushWhenFull(json);
    }

    private static void Number(Utf8JsonWriter json, string name, double value)
    {
        if (double.IsFinite(value))
            json.WriteNumber(name, value);
        else
            json.WriteNull(name);
    }

    private static void Strings(Utf8JsonWriter json, string name, IEnumerable<string> values)
    {
        json.WriteStartArray(name);
        foreach (string value in values)
        {
            json.WriteStringValue(value);
            FlushWhenFull(json);
        }
        json.WriteEndArray();
    }

    private static void FlushWhenFull(Utf8JsonWriter json)
    {
        if (json.BytesPending > BytesBeforeFlush)
            json.Flush();
    }
}
