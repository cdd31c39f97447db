namespace PlayHouse.Lab.Profiling.Frames;

/// <summary>A stretch of IL that one piece of code may come from.</summary>
/// <param name="First">Its first offset; −1 when no map tells.</param>
/// <param name="End">First offset behind it.</param>
internal readonly record struct IlRange(int First, int End)
{
    /// <summary>Anywhere in the method.</summary>
    public static readonly IlRange Unknown = new(-1, int.MaxValue);
}

/// <summary>
/// From code to IL, as the runtime sends it at the end of a session. Optimised code keeps few entries, so that an entry stands for
/// all IL up to the next one. Immutable.
/// </summary>
internal sealed class IlMap
{
    private readonly int[] _native;
    private readonly int[] _il;

    /// <summary>Makes the map of one version of a method; takes the arrays over and sorts them.</summary>
    public IlMap(int[] native, int[] il)
    {
        Array.Sort(native, il);
        (_native, _il) = (native, il);
    }

    /// <summary>The IL of the code at an offset from its beginning.</summary>
    public IlRange At(int offset)
    {
        int first = -1;
        for (int i = 0; i < _native.Length && _native[i] <= offset; i++)
        {
            // Negative marks stand for prologue, epilogue and code without a source.
            if (_il[i] >= 0)
                first = _il[i];
        }
        if (first < 0)
            return IlRange.Unknown;
        int end = int.MaxValue;
        foreach (int il in _il)
        {
            if (il > first)
                end = Math.Min(end, il);
        }
        return new IlRange(first, end);
    }
}
