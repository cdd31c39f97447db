namespace PlayHouse.Engine.Hosting;

/// <summary>Settings of both kinds of hosted servers. Mutable while the host is built; read once at start.</summary>
public abstract class ServerSettings
{
    /// <summary>Id of the server, unique among the servers that know each other.</summary>
    public string ServerId { get; set; } = "";

    /// <summary>Bounds; a section <c>Limits</c> sets single ones. A new object per server, because binding writes into it.</summary>
    public EngineLimits Limits { get; set; } = new();

    /// <summary>Other servers; none by default.</summary>
    public MeshSettings Mesh { get; set; } = new();

    /// <summary>Failures of handlers that are logged per second, 10; the rest is counted and named with the next one that is logged. 0 logs none.</summary>
    public int HandlerFailureLogsPerSecondMax { get; set; } = 10;

    /// <summary>What could not be read from the configuration.</summary>
    internal List<string> ConfigurationErrors { get; } = [];

    /// <summary>Adds the errors of these settings.</summary>
    internal void Check(List<string> errors)
    {
        errors.AddRange(ConfigurationErrors);
        Mesh.Build(errors);
        if (HandlerFailureLogsPerSecondMax is < 0 or > 1_000_000)
        {
            errors.Add($"HandlerFailureLogsPerSecondMax is {HandlerFailureLogsPerSecondMax}; it takes 0 to 1000000.");
        }
    }
}
