using System.Text.Json;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Export;

/// <summary>
/// The file format of speedscope, <c>https://www.speedscope.app/file-format-schema.json</c>: a sampled profile per window whose
/// weights are estimated bytes. The allocated type is the innermost frame, so that one place's types stand next to each other.
/// </summary>
internal static class SpeedscopeExport
{
    private const int BytesBeforeFlush = 1 << 16;

    public static void Write(IReadOnlyList<AllocationStacks> windows, Stream output)
    {
        var frames = new ExportFrames(windows);
        using var json = new Utf8JsonWriter(output);
        json.WriteStartObject();
        json.WriteString("$schema", "https://www.speedscope.app/file-format-schema.json");
        json.WriteString("exporter", "playhouse-lab");
        json.WriteString("name", string.Join(", ", windows.Select(WindowName.Of)));
        json.WriteNumber("activeProfileIndex", 0);
        WriteFrames(json, frames);
        json.WriteStartArray("profiles");
        for (int i = 0; i < windows.Count; i++)
            WriteProfile(json, windows[i], frames, i);
        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void WriteFrames(Utf8JsonWriter json, ExportFrames frames)
    {
        json.WriteStartObject("shared");
        json.WriteStartArray("frames");
        foreach (ExportFrame frame in frames.All)
        {
            json.WriteStartObject();
            json.WriteString("name", frame.Name);
            if (frame.Source is { } source)
            {
                json.WriteString("file", source.File);
                if (source.Line > 0)
                    json.WriteNumber("line", source.Line);
            }
            json.WriteEndObject();
            FlushWhenFull(json);
        }
        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void WriteProfile(Utf8JsonWriter json, AllocationStacks window, ExportFrames frames, int index)
    {
        json.WriteStartObject();
        json.WriteString("type", "sampled");
        json.WriteString("name", WindowName.Of(window));
        json.WriteString("unit", "bytes");
        json.WriteNumber("startValue", 0);
        json.WriteNumber("endValue", window.Cells.Sum(c => c.Estimate.Bytes));
        json.WriteStartArray("samples");
        foreach (StackCell cell in window.Cells)
        {
            json.WriteStartArray();
            List<int> innermostFirst = frames.InnermostFirst(index, cell.Stack);
            for (int i = innermostFirst.Count - 1; i >= 0; i--)
                json.WriteNumberValue(innermostFirst[i]);
            json.WriteNumberValue(frames.Type(index, cell.Type));
            json.WriteEndArray();
            FlushWhenFull(json);
        }
        json.WriteEndArray();
        json.WriteStartArray("weights");
        foreach (StackCell cell in window.Cells)
        {
            json.WriteNumberValue(cell.Estimate.Bytes);
            FlushWhenFull(json);
        }
        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void FlushWhenFull(Utf8JsonWriter json)
    {
        if (json.BytesPending > BytesBeforeFlush)
            json.Flush();
    }
}
