using System.Globalization;
using System.Text;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Export;

/// <summary>
/// One line per stack and type: frames outermost first, then the type, then whole bytes. Where there are several windows, or
/// one that may not be used, each line begins with the name of its window.
/// </summary>
internal static class FoldedExport
{
    public static void Write(IReadOnlyList<AllocationStacks> windows, Stream output)
    {
        using var text = new StreamWriter(output, new UTF8Encoding(false), leaveOpen: true) { NewLine = "\n" };
        bool isNamed = windows.Count > 1 || windows.Any(w => w.Invalid.Count > 0);
        foreach (AllocationStacks window in windows)
        {
            string[] frames = [.. window.Table.Frames.Select(f => Part(f.Name))];
            string[] types = [.. window.Types.Select(Part)];
            string first = isNamed ? Part(WindowName.Of(window)) + ";" : "";
            var walk = new List<int>();
            foreach (StackCell cell in window.Cells)
            {
                StackWalk.InnermostFirst(window.Table, cell.Stack, walk);
                text.Write(first);
                for (int i = walk.Count - 1; i >= 0; i--)
                {
                    text.Write(frames[window.Table.FrameIdOf(walk[i])]);
                    text.Write(';');
                }
                text.Write(types[cell.Type]);
                text.Write(' ');
                text.WriteLine(Math.Round(cell.Estimate.Bytes).ToString("F0", CultureInfo.InvariantCulture));
            }
        }
    }

    /// <summary>A name without what separates: semicolons between frames, line ends, and blanks that scripts cut at.</summary>
    private static string Part(string name)
    {
        var part = new StringBuilder(name.Length);
        foreach (char c in name)
            part.Append(c == ';' ? ':' : char.IsControl(c) || char.IsWhiteSpace(c) ? '_' : c);
        return part.Length == 0 ? "?" : part.ToString();
    }
}
