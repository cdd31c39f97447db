using PlayHouse.Lab.Profiling.Export;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Dashboard.Model.Hotspots;

/// <summary>Names on the page of hot spots. Pure.</summary>
internal static class HotspotWords
{
    public static string Of(HotspotView view) => view switch
    {
        HotspotView.Types => "Types",
        HotspotView.Methods => "Methods",
        HotspotView.Flame => "Flame graph",
        _ => "Tree",
    };

    /// <summary>What became of frames that a picture has no room for.</summary>
    public static string LeftOut(int frames) => $"{Numbers.Counted(frames, "smaller frame is part of its caller", "smaller frames are part of their callers")} only.";

    public static string Of(StackExportFormat format) => format switch
    {
        StackExportFormat.Speedscope => "speedscope",
        StackExportFormat.Folded => "folded stacks",
        StackExportFormat.Pprof => "pprof",
        StackExportFormat.Csv => "CSV",
        _ => "JSON",
    };
}
