namespace PlayHouse.Engine.Mesh;

/// <summary>
/// How servers find each other. Called by one loop of each server, one call at a time, every
/// <see cref="MeshOptions.DirectoryPeriod"/>. One object may serve several servers of a process at once. Where servers have keys,
/// its list says which key is which server: what can write to it decides who is a server.
/// </summary>
public interface IServerDirectory
{
    /// <summary>
    /// Announces the own server with its public key, which is a sign of life, and returns every server that may be talked to;
    /// whether the own one is among them does not matter. A server that is missing is disconnected. An exception leaves
    /// everything as it was.
    /// </summary>
    ValueTask<IReadOnlyList<ServerEntry>> ExchangeAsync(ServerEntry own, CancellationToken cancellation);
}
