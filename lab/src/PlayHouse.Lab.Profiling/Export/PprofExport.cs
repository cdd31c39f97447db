using System.IO.Compression;
using PlayHouse.Lab.Profiling.Estimates;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Export;

/// <summary>
/// profile.proto of pprof, gzipped: values alloc_objects, alloc_space and samples per stack and type; labels arm, launch and
/// type. A location is one frame with its line. The table of strings comes last, as the format allows, so nothing waits for it.
/// </summary>
internal static class PprofExport
{
    private const int BytesBeforeFlush = 1 << 16;

    public static void Write(IReadOnlyList<AllocationStacks> windows, Stream output)
    {
        using var zipped = new GZipStream(output, CompressionLevel.Optimal, leaveOpen: true);
        var strings = new PprofStrings();
        var frames = new ExportFrames(windows);
        var profile = new ProtoWriter();
        WriteHead(profile, strings, windows);
        WriteFrames(profile, strings, frames, zipped);
        for (int i = 0; i < windows.Count; i++)
            WriteSamples(profile, strings, frames, windows[i], i, zipped);
        foreach (string text in strings.All)
        {
            profile.Field(PprofField.ProfileStringTable, text);
            Flush(profile, zipped, BytesBeforeFlush);
        }
        Flush(profile, zipped, 0);
    }

    private static void WriteHead(ProtoWriter profile, PprofStrings strings, IReadOnlyList<AllocationStacks> windows)
    {
        foreach ((string type, string unit) in (ReadOnlySpan<(string, string)>)[("alloc_objects", "count"), ("alloc_space", "bytes"), ("samples", "count")])
            profile.Field(PprofField.ProfileSampleType, ValueType(strings, type, unit));
        profile.Field(PprofField.ProfilePeriodType, ValueType(strings, "space", "bytes"));
        profile.Field(PprofField.ProfilePeriod, (long)AllocationEstimator.BytesPerSample);
        profile.Field(PprofField.ProfileDefaultSampleType, strings.Id("alloc_space"));
        profile.Field(PprofField.ProfileComment, strings.Id("estimates from one sampled byte in 102,400; below five samples a value says next to nothing"));
        foreach (AllocationStacks window in windows)
            profile.Field(PprofField.ProfileComment, strings.Id(WindowName.Of(window)));
    }

    private static ProtoWriter ValueType(PprofStrings strings, string type, string unit)
    {
        var value = new ProtoWriter();
        value.Field(PprofField.ValueTypeType, strings.Id(type));
        value.Field(PprofField.ValueTypeUnit, strings.Id(unit));
        return value;
    }

    private static void WriteFrames(ProtoWriter profile, PprofStrings strings, ExportFrames frames, Stream output)
    {
        var function = new ProtoWriter();
        var line = new ProtoWriter();
        var location = new ProtoWriter();
        for (int i = 0; i < frames.All.Count; i++)
        {
            ExportFrame frame = frames.All[i];
            function.Clear();
            function.Field(PprofField.FunctionId, i + 1);
            function.Field(PprofField.FunctionName, strings.Id(frame.Name));
            function.Field(PprofField.FunctionSystemName, strings.Id(frame.Module.Length == 0 ? frame.Name : $"{frame.Module}!{frame.Name}"));
            function.Field(PprofField.FunctionFilename, strings.Id(frame.Source?.File ?? ""));
            profile.Field(PprofField.ProfileFunction, function);
            line.Clear();
            line.Field(PprofField.LineFunctionId, i + 1);
            line.Field(PprofField.LineLine, frame.Source?.Line ?? 0);
            location.Clear();
            location.Field(PprofField.LocationId, i + 1);
            location.Field(PprofField.LocationLine, line);
            profile.Field(PprofField.ProfileLocation, location);
            Flush(profile, output, BytesBeforeFlush);
        }
    }

    private static void WriteSamples(
        ProtoWriter profile, PprofStrings strings, ExportFrames frames, AllocationStacks window, int index, Stream output)
    {
        var sample = new ProtoWriter();
        var packed = new ProtoWriter();
        foreach (StackCell cell in window.Cells)
        {
            sample.Clear();
            packed.Clear();
            foreach (int frame in frames.InnermostFirst(index, cell.Stack))
                packed.Varint((ulong)frame + 1);
            sample.Field(PprofField.SampleLocationId, packed);
            packed.Clear();
            packed.Varint((ulong)Math.Round(cell.Estimate.Objects));
            packed.Varint((ulong)Math.Round(cell.Estimate.Bytes));
            packed.Varint((ulong)cell.Estimate.Samples);
            sample.Field(PprofField.SampleValue, packed);
            Label(sample, strings, "arm", window.Arm);
            Label(sample, strings, "launch", window.Origin);
            Label(sample, strings, "type", window.Types[cell.Type]);
            profile.Field(PprofField.ProfileSample, sample);
            Flush(profile, output, BytesBeforeFlush);
        }
    }

    private static void Label(ProtoWriter sample, PprofStrings strings, string key, string value)
    {
        if (value.Length == 0)
            return;
        var label = new ProtoWriter();
        label.Field(PprofField.LabelKey, strings.Id(key));
        label.Field(PprofField.LabelStr, strings.Id(value));
        sample.Field(PprofField.SampleLabel, label);
    }

    private static void Flush(ProtoWriter profile, Stream output, int bytes)
    {
        if (profile.Written.Length <= bytes)
            return;
        output.Write(profile.Written);
        profile.Clear();
    }
}

/// <summary>The table of strings; number 0 is the empty one, as the format asks.</summary>
internal sealed class PprofStrings
{
    private readonly Dictionary<string, int> _ids = new(StringComparer.Ordinal) { [""] = 0 };
    private readonly List<string> _all = [""];

    public IReadOnlyList<string> All => _all;

    public int Id(string text)
    {
        if (!_ids.TryGetValue(text, out int id))
        {
            _ids.Add(text, id = _all.Count);
            _all.Add(text);
        }
        return id;
    }
}
