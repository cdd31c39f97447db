using System.Runtime.InteropServices;
using PlayHouse.Lab.Profiling.Frames;

namespace PlayHouse.Lab.Profiling.Stacks;

/// <summary>
/// Puts the frames of one stack together as the developer wrote the calls: one frame per method where the compiler made
/// several, and one frame in place of everything rootward of a completion. Reused for many stacks; one thread.
/// </summary>
internal sealed class StackNormaliser
{
    /// <summary>Stands for the completed callee and its callers.</summary>
    public static readonly StackFrame Continuation = new("(continuation)", "", FrameKind.Continuation);

    private readonly List<StackFrame> _frames = [];
    private int _lastSpoken;
    private bool _isCut;

    /// <summary>The frames of the stack, innermost first; valid until the next <see cref="Begin()"/>.</summary>
    public ReadOnlySpan<StackFrame> Frames => CollectionsMarshal.AsSpan(_frames);

    /// <summary>Forgets the stack before.</summary>
    public void Begin()
    {
        _frames.Clear();
        _lastSpoken = -1;
        _isCut = false;
    }

    /// <summary>Begins with a stack that was normalised before.</summary>
    public void Begin(IEnumerable<StackFrame> innermostFirst)
    {
        Begin();
        _frames.AddRange(innermostFirst);
        _isCut = _frames.Count > 0 && _frames[^1].Kind == FrameKind.Continuation;
    }

    /// <summary>
    /// Leaves out callers to save memory: keeps the innermost frames up to the call site at least, and a frame in place of the
    /// others. A call site alone when no frames are to be kept.
    /// </summary>
    public void Fold(int frames, StackFrame inPlaceOfCallers)
    {
        int site = Math.Max(0, _frames.FindIndex(CallSites.IsSite));
        if (frames == 0 && site > 0)
        {
            _frames.RemoveRange(0, site);
            site = 0;
        }
        int kept = Math.Max(frames, site + 1);
        if (_frames.Count <= kept)
            return;
        _frames.RemoveRange(kept, _frames.Count - kept);
        _frames.Add(inPlaceOfCallers);
    }

    /// <summary>Adds the next frame, from the innermost outward.</summary>
    public void Add(ResolvedFrame next)
    {
        if (_isCut)
            return;
        _isCut = next.IsCompletion;
        StackFrame frame = next.IsCompletion ? Continuation : next.Frame;
        if (frame.Kind != FrameKind.Plumbing && _lastSpoken >= 0 && IsSameMethod(_frames[_lastSpoken], frame))
        {
            Merge(frame);
            return;
        }
        if (frame.Kind != FrameKind.Plumbing)
            _lastSpoken = _frames.Count;
        _frames.Add(frame);
    }

    /// <summary>
    /// Charges the stack to the async method whose state it holds: when inlining has moved the frame of that method into its
    /// caller, it is put back where it belongs.
    /// </summary>
    /// <param name="owner">Normalised name of the method, or null for any other object.</param>
    public void Charge(string? owner)
    {
        if (owner is null)
            return;
        int site = _frames.FindIndex(CallSites.IsSite);
        int at = site >= 0 ? site : _frames.Count - (_isCut ? 1 : 0);
        if (site < 0 || _frames[site].Name != owner)
            _frames.Insert(at, new StackFrame(owner, site < 0 ? "" : _frames[site].Module, FrameKind.Program));
    }

    /// <summary>What lies between two frames of one method is how the compiler calls its own parts.</summary>
    private void Merge(StackFrame outer)
    {
        _frames.RemoveRange(_lastSpoken + 1, _frames.Count - _lastSpoken - 1);
        if (_frames[_lastSpoken].Source is null)
            _frames[_lastSpoken] = outer;
    }

    private static bool IsSameMethod(StackFrame inner, StackFrame outer)
        => inner.Kind == outer.Kind && inner.Name == outer.Name && inner.Module == outer.Module;
}
