using PlayHouse.Lab.Profiling.Export;

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

    public static string Of(StackExportFormat format) => format switch
    {
        StackExportFormat.Speedscope => "speedscope",
        StackExportFormat.Folded => "folded stacks",
        StackExportFormat.Pprof => "pprof",
        StackExportFormat.Csv => "CSV",
        _ => "JSON",
    };
}
