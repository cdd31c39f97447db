using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Export;

/// <summary>A frame or a type as other programs know it.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Module">Module of a frame; empty for a type.</param>
/// <param name="Source">File and line, where known.</param>
internal readonly record struct ExportFrame(string Name, string Module, FileLine? Source);

/// <summary>One list of frames for several windows: their frames and, as frames of their own, their types. One thread.</summary>
internal sealed class ExportFrames
{
    private readonly List<ExportFrame> _all = [];
    private readonly Dictionary<ExportFrame, int> _ids = [];
    private readonly IReadOnlyList<AllocationStacks> _windows;
    private readonly int[][] _frames;
    private readonly int[][] _types;
    private readonly List<int> _walk = [];

    public ExportFrames(IReadOnlyList<AllocationStacks> windows)
    {
        _windows = windows;
        _frames = [.. windows.Select(w => w.Table.Frames.Select(f => Id(new ExportFrame(f.Name, f.Module, FileLine.Of(f.Source)))).ToArray())];
        _types = [.. windows.Select(w => w.Types.Select(t => Id(new ExportFrame(t, "", null))).ToArray())];
    }

    public IReadOnlyList<ExportFrame> All => _all;

    public int Type(int window, int type) => _types[window][type];

    /// <summary>The frames of a stack; the list is used again by the next call.</summary>
    public List<int> InnermostFirst(int window, int stack)
    {
        StackTable table = _windows[window].Table;
        StackWalk.InnermostFirst(table, stack, _walk);
        for (int i = 0; i < _walk.Count; i++)
            _walk[i] = _frames[window][table.FrameIdOf(_walk[i])];
        return _walk;
    }

    private int Id(ExportFrame frame)
    {
        if (!_ids.TryGetValue(frame, out int id))
        {
            _ids.Add(frame, id = _all.Count);
            _all.Add(frame);
        }
        return id;
    }
}
