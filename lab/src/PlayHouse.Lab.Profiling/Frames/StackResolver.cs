using Microsoft.Diagnostics.Tracing.Etlx;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Frames;

/// <summary>
/// Turns the stacks of a trace into normalised ones. Resolves each code address once, each stack once per method that its
/// objects belong to. One trace, one thread.
/// </summary>
internal sealed class StackResolver(TraceLog log, IlOffsets offsets) : IDisposable
{
    /// <summary>The runtime cuts the root end of deeper stacks.</summary>
    internal const int StackFramesMax = 100;

    private readonly SourceFiles _sources = new();
    private readonly StackNormaliser _normaliser = new();
    private readonly Dictionary<int, ResolvedFrame> _frames = [];
    private readonly Dictionary<(int Stack, string? Owner), Resolved> _stacks = [];

    /// <summary>A stack, resolved.</summary>
    /// <param name="Stack">Its place in the table.</param>
    /// <param name="IsUnresolved">True when the allocating frame has no name.</param>
    /// <param name="IsCapped">True when the runtime may have cut its root.</param>
    public readonly record struct Resolved(int Stack, bool IsUnresolved, bool IsCapped);

    /// <summary>The stacks found so far.</summary>
    public StackTable Table { get; } = new();

    public Resolved Resolve(CallStackIndex stack, string typeName)
    {
        string? owner = FrameNames.StateMachineOwner(typeName);
        if (!_stacks.TryGetValue(((int)stack, owner), out Resolved resolved))
            _stacks.Add(((int)stack, owner), resolved = Walk(stack, owner));
        return resolved;
    }

    public void Dispose() => _sources.Dispose();

    private Resolved Walk(CallStackIndex stack, string? owner)
    {
        _normaliser.Begin();
        bool isUnresolved = stack == CallStackIndex.Invalid;
        int depth = 0;
        for (CallStackIndex at = stack; at != CallStackIndex.Invalid; at = log.CallStacks.Caller(at), depth++)
        {
            ResolvedFrame frame = FrameAt(log.CallStacks.CodeAddressIndex(at));
            isUnresolved |= depth == 0 && frame.Frame.Kind == FrameKind.Unresolved;
            _normaliser.Add(frame);
        }
        _normaliser.Charge(owner);
        return new Resolved(Table.Add(_normaliser.Frames), isUnresolved, depth >= StackFramesMax);
    }

    private ResolvedFrame FrameAt(CodeAddressIndex address)
    {
        if (_frames.TryGetValue((int)address, out ResolvedFrame? frame))
            return frame;
        TraceCodeAddress code = log.CodeAddresses[address];
        frame = ResolvedFrame.Of(code.FullMethodName, code.ModuleName, () => SourceOf(code));
        _frames.Add((int)address, frame);
        return frame;
    }

    private string? SourceOf(TraceCodeAddress code)
        => code.Method is { } method && code.ModuleFile is { } module
            ? _sources.Find(module.FilePath, method.MethodToken, offsets.Find(code.Address))
            : null;
}
