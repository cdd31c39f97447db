namespace PlayHouse.Engine.Tests.Fixtures;

/// <summary>
/// Tests that run when nothing else does: allocations, memory and threads are counted for the whole process, and a mesh whose peers are
/// frozen and killed must not be starved itself.
/// </summary>
[CollectionDefinition(nameof(Alone), DisableParallelization = true)]
public sealed class Alone;
