using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Trees;

/// <summary>
/// The methods of a stack table: frames that differ only in their line are one method. Read-only once made, so safe from any
/// thread.
/// </summary>
internal sealed class MethodIndex
{
    private readonly int[] _methodOfFrame;
    private readonly List<StackFrame> _methods = [];

    public MethodIndex(StackTable table)
    {
        var ids = new Dictionary<(string Name, string Module), int>();
        _methodOfFrame = new int[table.Frames.Count];
        for (int frame = 0; frame < _methodOfFrame.Length; frame++)
        {
            StackFrame of = table.Frames[frame];
            if (!ids.TryGetValue((of.Name, of.Module), out int id))
            {
                ids.Add((of.Name, of.Module), id = _methods.Count);
                _methods.Add(of with { Source = null });
            }
            _methodOfFrame[frame] = id;
        }
    }

    /// <summary>The methods, without lines.</summary>
    public IReadOnlyList<StackFrame> Methods => _methods;

    public int Of(int frame) => _methodOfFrame[frame];
}
