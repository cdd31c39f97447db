using Microsoft.Diagnostics.Tracing.Etlx;
using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Reading;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Runtime;

/// <summary>
/// The call site of an event: decided as for allocations, but the runtime's own code of locks and throws is passed over first, so
/// that framework code without a program above it is named by what it does and not by how it waits. One trace, one thread.
/// </summary>
internal sealed class EventSites(ConvertedTrace trace)
{
    private readonly StackNormaliser _normaliser = new();
    private readonly Dictionary<int, CallSite> _sites = [];

    /// <summary>The site of a stack.</summary>
    public CallSite Of(CallStackIndex stack)
    {
        if (!_sites.TryGetValue((int)stack, out CallSite? site))
            _sites.Add((int)stack, site = CallSites.Of(Walk(stack).SkipWhile(f => FrameNames.IsMechanism(f.Name))));
        return site;
    }

    private StackFrame[] Walk(CallStackIndex stack)
    {
        _normaliser.Begin();
        for (CallStackIndex at = stack; at != CallStackIndex.Invalid; at = trace.Log.CallStacks.Caller(at))
        {
            ulong address = trace.Log.CodeAddresses.Address(trace.Log.CallStacks.CodeAddressIndex(at));
            _normaliser.Add(trace.Code.Find(address).Frame);
        }
        return _normaliser.Frames.ToArray();
    }
}
