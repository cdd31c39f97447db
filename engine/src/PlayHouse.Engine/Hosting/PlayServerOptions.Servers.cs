using PlayHouse.Engine.Mesh;

namespace PlayHouse.Engine.Hosting;

/// <summary>What a play server is to other servers.</summary>
public sealed partial record PlayServerOptions
{
    /// <summary>Id of this server, unique among the servers that know each other. 1 to 128 UTF-8 bytes.</summary>
    public string ServerId { get; init; } = "play";

    /// <summary>Handlers of system messages; none by default.</summary>
    public ISystemController? SystemController { get; init; }

    /// <summary>How this server and others reach each other; null, the default, is a server that reaches itself only.</summary>
    public MeshOptions? Network { get; init; }

    /// <summary>Connects to the other servers.</summary>
    internal MeshFactory Mesh
    {
        get => field ?? (host => ServerMesh.ConnectAsync(host, Network));
        init;
    }

    private void CheckServers(List<string> errors)
    {
        if (!ServerRules.IsOwnId(ServerId))
        {
            errors.Add($"ServerId takes 1 to {ServerRules.OwnIdBytesMax} UTF-8 bytes.");
        }
        else if (Network is not null)
        {
            errors.AddRange((Network with { ServerId = ServerId, Weight = 1 }).Validate());
        }
    }
}
