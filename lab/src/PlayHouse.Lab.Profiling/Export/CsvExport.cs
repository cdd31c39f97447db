using System.Text;
using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Export;

/// <summary>One row per window, stack and type, with the interval and what the window was divided by.</summary>
internal static class CsvExport
{
    public static void Write(IReadOnlyList<AllocationStacks> windows, Stream output)
    {
        using var text = new StreamWriter(output, new UTF8Encoding(false), leaveOpen: true);
        text.Write(CsvText.Line(
            "arm", "launch", "method", "type", "source", "samples", "bytes", "low95", "high95", "objects", "variance", "messages", "invalid", "stack"));
        var walk = new List<int>();
        foreach (AllocationStacks window in windows)
        {
            foreach (StackCell cell in window.Cells)
            {
                StackWalk.InnermostFirst(window.Table, cell.Stack, walk);
                text.Write(Row(window, cell, walk));
            }
        }
    }

    private static string Row(AllocationStacks window, StackCell cell, List<int> walk)
    {
        StackFrame? frame = cell.Stack == StackTable.None ? null : window.Table.FrameOf(cell.Stack);
        (double low, double high) = cell.Estimate.Interval95();
        return CsvText.Line(
            CsvText.Cell(window.Arm),
            CsvText.Cell(window.Origin),
            CsvText.Cell(frame?.Name),
            CsvText.Cell(window.Types[cell.Type]),
            CsvText.Cell(frame?.Source),
            CsvText.Cell(cell.Estimate.Samples),
            CsvText.Cell(cell.Estimate.Bytes),
            CsvText.Cell(low),
            CsvText.Cell(high),
            CsvText.Cell(cell.Estimate.Objects),
            CsvText.Cell(cell.Estimate.Variance),
            CsvText.Cell(window.Messages),
            CsvText.Cell(string.Join("; ", window.Invalid)),
            CsvText.Cell(string.Join(" < ", walk.Select(at => window.Table.FrameOf(at).Name))));
    }
}
