using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Export;

/// <summary>Forms in which stacks leave the lab.</summary>
public enum StackExportFormat
{
    /// <summary>JSON of speedscope: one sampled profile per window, unit bytes.</summary>
    Speedscope,

    /// <summary>One line per stack and type, <c>outer;inner;type bytes</c>: what flame graph scripts read.</summary>
    Folded,

    /// <summary>gzipped profile.proto: alloc_objects, alloc_space and samples, with labels for arm, launch and type.</summary>
    Pprof,

    /// <summary>A table with a row per stack and type, interval included.</summary>
    Csv,

    /// <summary>Everything, with interned frames and stacks.</summary>
    Json,
}

/// <summary>
/// Writes windows in a form that other programs read. Everything is written as it is made: memory does not grow with the
/// output. Every form says when a window may not be used. Pure apart from the stream.
/// </summary>
public static class StackExport
{
    /// <summary>Writes windows; the stream stays open.</summary>
    /// <param name="format">The form.</param>
    /// <param name="windows">At least one window; each keeps its arm and launch.</param>
    /// <param name="output">Where to.</param>
    /// <exception cref="ArgumentException">There is no window.</exception>
    public static void Write(StackExportFormat format, IReadOnlyList<AllocationStacks> windows, Stream output)
    {
        ArgumentNullException.ThrowIfNull(windows);
        ArgumentNullException.ThrowIfNull(output);
        if (windows.Count == 0)
            throw new ArgumentException("At least one window is needed.", nameof(windows));
        switch (format)
        {
            case StackExportFormat.Speedscope: SpeedscopeExport.Write(windows, output); break;
            case StackExportFormat.Folded: FoldedExport.Write(windows, output); break;
            case StackExportFormat.Pprof: PprofExport.Write(windows, output); break;
            case StackExportFormat.Csv: CsvExport.Write(windows, output); break;
            case StackExportFormat.Json: JsonExport.Write(windows, output); break;
            default: throw new ArgumentOutOfRangeException(nameof(format), format, null);
        }
    }

    /// <summary>Usual end of a file name, with its dots.</summary>
    /// <param name="format">The form.</param>
    public static string Extension(StackExportFormat format) => format switch
    {
        StackExportFormat.Speedscope => ".speedscope.json",
        StackExportFormat.Folded => ".folded",
        StackExportFormat.Pprof => ".pb.gz",
        StackExportFormat.Csv => ".csv",
        StackExportFormat.Json => ".json",
        _ => throw new ArgumentOutOfRangeException(nameof(format), format, null),
    };
}
