namespace PlayHouse.Engine.Mesh;

/// <summary>What a server is.</summary>
public enum ServerKind
{
    /// <summary>Holds stages and clients.</summary>
    Play,

    /// <summary>Handles messages without state.</summary>
    Api,
}

/// <summary>Whether a server takes new work.</summary>
public enum ServerState
{
    /// <summary>It does.</summary>
    Running,

    /// <summary>It is reached by its id but not chosen for a service any more.</summary>
    Draining,
}

/// <summary>A server as discovery reports it. Immutable.</summary>
/// <param name="ServerId">Unique id, 1 to 255 UTF-8 bytes.</param>
/// <param name="Address">Where it listens for other servers, <c>tcp://host:port</c>; empty for a server without a network.</param>
/// <param name="ServiceId">Service it belongs to; 0 for none.</param>
/// <param name="Kind">What it is.</param>
/// <param name="Weight">Share among the servers of its service, at least 1.</param>
/// <param name="State">Whether it takes new work.</param>
/// <param name="PublicKey">
/// Its public key, 40 characters in Z85, see <see cref="MeshKeyPair"/>; null for none. With <see cref="MeshSecurity.Curve"/> only
/// servers with a key are known.
/// </param>
public sealed record ServerEntry(
    string ServerId,
    string Address,
    int ServiceId = 0,
    ServerKind Kind = ServerKind.Play,
    int Weight = 1,
    ServerState State = ServerState.Running,
    string? PublicKey = null);
