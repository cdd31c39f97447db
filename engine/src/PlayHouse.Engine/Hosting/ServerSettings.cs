using PlayHouse.Engine.Strategies;

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

    /// <summary>
    /// Failures of handlers that are logged per second, 10; the rest is counted and named with the next one that is logged. 0 logs none.
    /// </summary>
    public int HandlerFailureLogsPerSecondMax { get; set; } = 10;

    /// <summary>
    /// Path of a <c>strategies.json</c> that says which strategies the server is built of: what a decision has written reaches production
    /// by it. A path that is not absolute begins at the host's content root, like that of <c>appsettings.json</c>. Empty, the default, is
    /// the shipped default.
    /// </summary>
    public string StrategiesFile { get; set; } = "";

    /// <summary>What could not be read from the configuration.</summary>
    internal List<string> ConfigurationErrors { get; } = [];

    /// <summary>What <see cref="StrategiesFile"/> says, read once.</summary>
    internal StrategiesFile? Strategies { get; private set; }

    /// <summary>Reads the files that these settings name. What cannot be read is among the errors of the check.</summary>
    internal virtual void Load(string contentRoot, TimeProvider clock)
    {
        Mesh.ContentRoot = contentRoot;
        if (StrategiesFile.Length == 0)
        {
            return;
        }

        try
        {
            Strategies = PlayHouse.Engine.Strategies.StrategiesFile.Read(Path.Combine(contentRoot, StrategiesFile));
        }
        catch (FormatException exception)
        {
            ConfigurationErrors.AddRange(
                exception.Message.Split(Environment.NewLine).Select(e => $"StrategiesFile '{StrategiesFile}': {e}."));
        }
    }

    /// <summary>What the file changes, for the log; null without one.</summary>
    internal string? DescribeStrategies()
    {
        if (Strategies is null)
        {
            return null;
        }

        string[] seams =
        [
            .. Strategies.OfEngine.Choices
                .OrderBy(c => c.Key, StringComparer.Ordinal)
                .Select(c => $"{c.Key}: {c.Value.DescribeAs(c.Value.Id)}")
        ];
        string by = Strategies.Decision is null ? "" : $", decision {Strategies.Decision}";
        return $"{(seams.Length == 0 ? "the shipped strategies" : string.Join(", ", seams))} ({StrategiesFile}{by})";
    }

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
