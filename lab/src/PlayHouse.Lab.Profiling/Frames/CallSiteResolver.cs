using Microsoft.Diagnostics.Tracing.Etlx;
using PlayHouse.Lab.Profiling.Reading;

namespace PlayHouse.Lab.Profiling.Frames;

/// <summary>
/// Finds the call site of a stack: the first frame outside the framework, walking from the leaf and stopping where the
/// frames rootward belong to a completed callee. Resolves each stack and each code address once. One trace, one thread.
/// </summary>
internal sealed class CallSiteResolver : IDisposable
{
    /// <summary>The runtime cuts the root end of deeper stacks.</summary>
    internal const int StackFramesMax = 100;

    private const string NoStack = "(no stack)";
    private const string NoName = "(unresolved)";

    private readonly TraceLog _log;
    private readonly IlOffsets _offsets;
    private readonly Dictionary<string, SourceLines> _lines = new(StringComparer.Ordinal);
    private readonly Dictionary<int, Frame> _frames = [];
    private readonly Dictionary<int, Resolved> _stacks = [];
    private readonly Dictionary<CallSite, int> _ids = [];
    private readonly Dictionary<(int Site, string Owner), int> _ownerIds = [];
    private readonly List<CallSite> _sites = [];

    public CallSiteResolver(TraceLog log, IlOffsets offsets) => (_log, _offsets) = (log, offsets);

    /// <summary>A stack, resolved.</summary>
    public readonly record struct Resolved(int Site, bool IsUnresolved, bool IsCapped);

    public IReadOnlyList<CallSite> Sites => _sites;

    public Resolved Resolve(CallStackIndex stack, string typeName)
    {
        if (!_stacks.TryGetValue((int)stack, out Resolved resolved))
            _stacks.Add((int)stack, resolved = Walk(stack));
        string? owner = FrameNames.StateMachineOwner(typeName);
        return owner is null ? resolved : resolved with { Site = OwnedBy(resolved.Site, owner) };
    }

    public void Dispose()
    {
        foreach (SourceLines lines in _lines.Values)
            lines.Dispose();
    }

    private Resolved Walk(CallStackIndex stack)
    {
        if (stack == CallStackIndex.Invalid)
            return new Resolved(Id(new CallSite(NoStack, null, null)), true, false);

        Frame? site = null;
        Frame? framework = null;
        Frame? sourced = null;
        bool isUnresolved = false;
        bool isCut = false;
        int depth = 0;
        for (CallStackIndex at = stack; at != CallStackIndex.Invalid; at = _log.CallStacks.Caller(at), depth++)
        {
            Frame frame = FrameAt(_log.CallStacks.CodeAddressIndex(at));
            isUnresolved |= depth == 0 && frame.Name == NoName;
            isCut |= frame.IsCompletion;
            if (isCut)
                continue;
            if (frame.IsFramework)
                framework ??= frame.IsPlumbing ? null : frame;
            else if (site is null)
                site = frame;
            else if (sourced is null && frame.Source is not null)
                sourced = frame;
        }

        Frame? chosen = site ?? framework;
        string? calledFrom = site is { Source: null } && sourced is not null ? $"{sourced.Name} ({sourced.Source})" : null;
        var place = new CallSite(chosen?.Name ?? NoStack, chosen?.Source, calledFrom);
        return new Resolved(Id(place), isUnresolved, depth >= StackFramesMax);
    }

    private Frame FrameAt(CodeAddressIndex address)
    {
        if (_frames.TryGetValue((int)address, out Frame? frame))
            return frame;
        TraceCodeAddress code = _log.CodeAddresses[address];
        string raw = code.FullMethodName;
        bool isFramework = FrameNames.IsFramework(code.ModuleName);
        frame = string.IsNullOrEmpty(raw)
            ? new Frame(NoName, null, isFramework, false, false)
            : new Frame(
                FrameNames.Normalise(raw),
                isFramework ? null : SourceOf(code),
                isFramework,
                FrameNames.IsPlumbing(raw) || FrameNames.IsMechanism(raw),
                FrameNames.IsCompletion(raw));
        _frames.Add((int)address, frame);
        return frame;
    }

    private string? SourceOf(TraceCodeAddress code)
    {
        if (code.Method is not { } method || code.ModuleFile is not { } module)
            return null;
        if (!_lines.TryGetValue(module.FilePath, out SourceLines? lines))
            _lines.Add(module.FilePath, lines = SourceLines.Open(module.FilePath));
        return lines.Find(method.MethodToken, _offsets.Find(code.Address));
    }

    /// <summary>A state-machine box is charged to its method even when inlining moved the frame.</summary>
    private int OwnedBy(int site, string owner)
    {
        if (_sites[site].Site == owner)
            return site;
        if (!_ownerIds.TryGetValue((site, owner), out int id))
            _ownerIds.Add((site, owner), id = Id(new CallSite(owner, null, null)));
        return id;
    }

    private int Id(CallSite place)
    {
        if (_ids.TryGetValue(place, out int id))
            return id;
        _ids.Add(place, _sites.Count);
        _sites.Add(place);
        return _sites.Count - 1;
    }

    private sealed record Frame(string Name, string? Source, bool IsFramework, bool IsPlumbing, bool IsCompletion);
}
