using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.MessageIds;
using PlayHouse.Engine.Timers;

namespace PlayHouse.Engine.Mesh;

/// <summary>Connects a server to the others. Called once per start; the mesh may deliver messages before the task completes.</summary>
internal delegate ValueTask<IMesh> MeshFactory(MeshHost host);

/// <summary>The server a mesh is made for: what it announces, and the parts it shares.</summary>
/// <param name="ServerId">Id of the server, unique in the mesh.</param>
/// <param name="ServiceId">Service its Api handlers belong to; 0 for a play server.</param>
/// <param name="Weight">Share of the service's messages under <see cref="ServerSelection.Weighted"/>.</param>
/// <param name="Limits">Bounds.</param>
/// <param name="Pool">Buffers of messages.</param>
/// <param name="Counters">Counters of the server.</param>
/// <param name="MessageIds">Message ids of the server.</param>
/// <param name="Handler">Takes the messages.</param>
internal sealed record MeshHost(
    string ServerId,
    int ServiceId,
    int Weight,
    EngineLimits Limits,
    BufferPool Pool,
    EngineCounters Counters,
    MessageIdTable MessageIds,
    IMeshHandler Handler)
{
    /// <summary>How the seams of the mesh are built.</summary>
    public StrategySelection Strategies { get; init; } = StrategySelection.Default;

    /// <summary>Hears of defects and of a directory that fails; never throws.</summary>
    public Action<Exception> Report { get; init; } = static _ => { };

    /// <summary>Time of requests, links and silence.</summary>
    public EngineClock Clock { get; init; } = EngineClock.System;
}
