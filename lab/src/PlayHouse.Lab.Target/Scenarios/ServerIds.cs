namespace PlayHouse.Lab.Target.Scenarios;

/// <summary>Ids of the servers of a scenario with two.</summary>
internal static class ServerIds
{
    /// <summary>The server that the load talks to.</summary>
    public const string Target = "target";

    /// <summary>The other server.</summary>
    public const string Peer = "peer";
}
