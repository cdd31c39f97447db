namespace PlayHouse.Engine.Mesh;

/// <summary>
/// How servers find each other. Called by one loop of each server, one call at a time, every
/// <see cref="MeshOptions.DirectoryPeriod"/>. One object may serve several servers of a process at once.
/// </summary>
public interface IServerDirectory
{
    /// <summary>
    /// Announces the own server, which is a sign of life, and returns every server that may be talked to; whether the own
    /// one is among them does not matter. A server that is missing is disconnected. An exception leaves everything as it was.
    /// </summary>
    ValueTask<IReadOnlyList<ServerEntry>> ExchangeAsync(ServerEntry own, CancellationToken cancellation);
}
