using Microsoft.Diagnostics.Tracing.Etlx;
using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Reading;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Runtime;

/// <summary>
/// The call site of an event: decided as for allocations, but the runtime's own code of locks and throws is passed over first, so
/// that framework code without a program above it is named by what it does and not by how it waits. One trace, one thread.
/// </summary>
internal sealed class EventSites : IDisposable
{
    private readonly StackResolver _resolver;
    private readonly Dictionary<int, CallSite> _sites = [];

    public EventSites(ConvertedTrace trace) => _resolver = new StackResolver(trace.Log, trace.Offsets);

    /// <summary>The site of a stack.</summary>
    public CallSite Of(CallStackIndex stack)
    {
        if (!_sites.TryGetValue((int)stack, out CallSite? site))
        {
            IEnumerable<StackFrame> frames = _resolver.Table.Walk(_resolver.Resolve(stack, "").Stack);
            _sites.Add((int)stack, site = CallSites.Of(frames.SkipWhile(f => FrameNames.IsMechanism(f.Name))));
        }
        return site;
    }

    public void Dispose() => _resolver.Dispose();
}
