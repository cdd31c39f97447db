using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.MessageIds;
using PlayHouse.Engine.Timers;

namespace PlayHouse.Engine.Mesh;

/// <summary>What every combination of strategies makes a mesh from.</summary>
/// <param name="Options">Who and where the server is; without errors.</param>
/// <param name="Limits">Bounds of queues, messages, peers and requests.</param>
/// <param name="Pool">Buffers of queues and received payloads.</param>
/// <param name="Counters">Counters named mesh.*, requests.* and seam.*.</param>
/// <param name="Handler">Takes everything but replies.</param>
/// <param name="Ids">Message ids of the server.</param>
/// <param name="Clock">Time of requests, links and silence.</param>
internal sealed record MeshParts(
    MeshOptions Options,
    EngineLimits Limits,
    BufferPool Pool,
    EngineCounters Counters,
    IMeshHandler Handler,
    MessageIdTable Ids,
    EngineClock Clock)
{
    /// <summary>Hears of defects and of a directory that fails, from any thread of the mesh; never throws.</summary>
    public Action<Exception> Report { get; init; } = static _ => { };

    public void Fault(Exception exception)
    {
        Counters.Count(EngineCounter.EngineFaults);
        Report(exception);
    }

    /// <summary>Sequence before the first request.</summary>
    public uint LastSequence => Options.LastSequence ?? (uint)Random.Shared.NextInt64(uint.MaxValue);
}
