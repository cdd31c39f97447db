namespace PlayHouse.Lab.Profiling.Frames;

/// <summary>One version of the code of a method.</summary>
/// <param name="Start">Address of its first byte.</param>
/// <param name="Bytes">Its length.</param>
/// <param name="Module">Number of its module.</param>
/// <param name="Token">Metadata token.</param>
/// <param name="Tier">How it was compiled.</param>
/// <param name="Name">Name as the runtime gives it, without the signature.</param>
/// <param name="Map">From code to IL; null where none was sent.</param>
internal sealed record MethodCode(ulong Start, uint Bytes, ulong Module, int Token, CodeTier Tier, string Name, IlMap? Map);

/// <summary>How code was compiled; numbers are those of the runtime's method flags.</summary>
internal enum CodeTier
{
    /// <summary>Not told: code compiled ahead of time.</summary>
    Unknown,

    /// <summary>Without optimisation, as asked for by the program.</summary>
    MinOpt,

    /// <summary>Optimised at once.</summary>
    Optimized,

    /// <summary>Quickly, to be compiled again when it proves hot.</summary>
    Quick,

    /// <summary>Optimised after it proved hot.</summary>
    Tier1,

    /// <summary>The same, replaced while a loop in it ran.</summary>
    Tier1Osr,

    /// <summary>Quickly, with counters for the optimiser.</summary>
    QuickInstrumented,

    /// <summary>Optimised, with counters for the optimiser.</summary>
    Tier1Instrumented,
}

/// <summary>Finds the method of an address, and the frame that people see. One trace, one thread; the owner disposes it.</summary>
internal sealed class CodeMap : IDisposable
{
    /// <summary>Addresses whose frame is kept; others are resolved again, which is slower.</summary>
    private const int AddressesMax = 1_000_000;

    private readonly ulong[] _starts;
    private readonly MethodCode[] _methods;
    private readonly IReadOnlyDictionary<ulong, string> _modulePaths;
    private readonly Dictionary<ulong, CodeFrame> _frames = [];
    private readonly SourceFiles _sources = new();

    /// <summary>Makes the map.</summary>
    /// <param name="methods">In the order of the trace: of two at one address the later one counts.</param>
    /// <param name="modulePaths">Paths of modules by their number.</param>
    public CodeMap(IEnumerable<MethodCode> methods, IReadOnlyDictionary<ulong, string> modulePaths)
    {
        var byStart = new SortedDictionary<ulong, MethodCode>();
        foreach (MethodCode method in methods)
            byStart[method.Start] = method;
        _starts = [.. byStart.Keys];
        _methods = [.. byStart.Values];
        _modulePaths = modulePaths;
    }

    /// <summary>A frame and what only its code tells.</summary>
    /// <param name="Frame">For people.</param>
    /// <param name="Tier">How the code was compiled.</param>
    public sealed record CodeFrame(ResolvedFrame Frame, CodeTier Tier);

    /// <summary>The frame of an address on a stack.</summary>
    /// <param name="returnAddress">Where the call returns to.</param>
    public CodeFrame Find(ulong returnAddress)
    {
        if (_frames.TryGetValue(returnAddress, out CodeFrame? frame))
            return frame;
        frame = Resolve(returnAddress);
        if (_frames.Count < AddressesMax)
            _frames.Add(returnAddress, frame);
        return frame;
    }

    public void Dispose() => _sources.Dispose();

    private CodeFrame Resolve(ulong returnAddress)
    {
        // One byte back: the return address may already belong to the next statement, or to the next method.
        ulong call = returnAddress - 1;
        int at = Array.BinarySearch(_starts, call);
        int index = at >= 0 ? at : ~at - 1;
        if (index < 0 || call - _starts[index] >= _methods[index].Bytes)
            return new CodeFrame(ResolvedFrame.Of(null, "", static () => null), CodeTier.Unknown);
        MethodCode method = _methods[index];
        string path = _modulePaths.GetValueOrDefault(method.Module, "");
        IlRange il = method.Map?.At((int)Math.Min(int.MaxValue, call - method.Start)) ?? IlRange.Unknown;
        string module = Path.GetFileNameWithoutExtension(path);
        return new CodeFrame(ResolvedFrame.Of(method.Name, module, () => _sources.Find(path, method.Token, il)), method.Tier);
    }
}
