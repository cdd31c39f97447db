namespace PlayHouse.Engine.Stages;

/// <summary>Which seams that not every combination has are part of this one, so that only those are counted.</summary>
/// <param name="UsesMessagePool">The route rents its objects.</param>
/// <param name="UsesWakeUp">The scheduler has threads that wait.</param>
internal readonly record struct StageSeams(bool UsesMessagePool, bool UsesWakeUp);
