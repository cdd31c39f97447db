using System.Globalization;
using PlayHouse.Engine.Peers.Servers;

namespace PlayHouse.Engine.Peers.Measure;

/// <summary>One load and the arms to put under it, each once per round.</summary>
/// <param name="Goals">Ids of the goals that are read off this cell.</param>
/// <param name="Arms">Ids of what is measured, in display order; the order of a round is drawn.</param>
internal abstract record Cell(IReadOnlyList<string> Goals, IReadOnlyList<string> Arms)
{
    /// <summary>Ending of an arm's second copy: their ratio is noise.</summary>
    public const string AgainSuffix = "-again";

    /// <summary>Short name, unique, as in tables.</summary>
    public abstract string Name { get; }

    /// <summary>What the table of this cell shows.</summary>
    public abstract IReadOnlyList<Metric> Columns { get; }

    /// <summary>The arm that runs twice and its copy; null when none does.</summary>
    public (string Arm, string Again)? Twins =>
        Arms.FirstOrDefault(a => a.EndsWith(AgainSuffix, StringComparison.Ordinal)) is { } again ? (again[..^AgainSuffix.Length], again) : null;

    /// <summary>What limits of the machine or of its software keep the cell from being measured; null when nothing does.</summary>
    public virtual string? Obstacle(NativePrograms native) => null;
}

/// <summary>Closed loop at full speed by the client in C: so many connections with so many requests in flight each.</summary>
/// <param name="Connections">Connections.</param>
/// <param name="Depth">Requests in flight per connection, sent with one write.</param>
/// <param name="PayloadBytes">Payload of a request and of its reply or push.</param>
/// <param name="IsRoom">All connections in one stage; means something to the engine only.</param>
/// <param name="Goals">Ids of the goals that are read off this cell.</param>
/// <param name="Arms">Ids of the servers to measure.</param>
internal sealed record CapacityCell(int Connections, int Depth, int PayloadBytes, bool IsRoom, IReadOnlyList<string> Goals, IReadOnlyList<string> Arms)
    : Cell(Goals, Arms)
{
    /// <summary>A message is the life of a connection: connect, authenticate, answer, reset.</summary>
    public bool IsChurn { get; init; }

    /// <summary>What sets this cell apart from another with the same load; empty for the plain one.</summary>
    public string Topic { get; init; } = "";

    /// <inheritdoc/>
    public override string Name => string.Create(
        CultureInfo.InvariantCulture,
        $"{Connections} connections{(IsRoom ? " in one room" : "")}, depth {Depth}, {PayloadBytes} B{(Topic.Length == 0 ? "" : ", " + Topic)}");

    /// <inheritdoc/>
    public override IReadOnlyList<Metric> Columns => Metrics.Capacity;

    /// <inheritdoc/>
    public override string? Obstacle(NativePrograms native) => Arms.Any(a => PeerCatalog.Find(a)!.IsTls) ? native.TlsObstacle : null;
}

/// <summary>Open loop at half of the engine's capacity by the lab's load process: when a request is due does not depend on the server.</summary>
/// <param name="Connections">Connections that send.</param>
/// <param name="Silent">Further connections that send nothing, in the arms that have them.</param>
/// <param name="PayloadBytes">Payload of a request and of its reply.</param>
/// <param name="Goals">Ids of the goals that are read off this cell.</param>
/// <param name="Arms">Ids of the servers to measure.</param>
internal sealed record LatencyCell(int Connections, int Silent, int PayloadBytes, IReadOnlyList<string> Goals, IReadOnlyList<string> Arms) : Cell(Goals, Arms)
{
    private const int SpareDescriptors = 256;

    /// <inheritdoc/>
    public override string Name => string.Create(
        CultureInfo.InvariantCulture,
        $"{Connections} sending connections{(Silent > 0 ? $", {Silent} silent ones" : "")}, open loop, depth 1, {PayloadBytes} B");

    /// <inheritdoc/>
    public override IReadOnlyList<Metric> Columns => Metrics.Latency;

    /// <inheritdoc/>
    public override string? Obstacle(NativePrograms native) => ObstacleOf(DescriptorLimit.Hard());

    /// <summary>Whether a server may open as many files as the cell needs.</summary>
    public string? ObstacleOf(long descriptors)
    {
        int needed = Connections + Silent + SpareDescriptors;
        return descriptors >= needed
            ? null
            : string.Create(CultureInfo.InvariantCulture, $"a process may open {descriptors} files here and the cell needs {needed}: raise the hard limit of `ulimit -n`");
    }
}

/// <summary>One-way messages from one process to another as fast as they go.</summary>
/// <param name="PayloadBytes">Payload of a message.</param>
/// <param name="Goals">Ids of the goals that are read off this cell.</param>
/// <param name="Arms">Ids of the ways to send and receive.</param>
internal sealed record MeshCell(int PayloadBytes, IReadOnlyList<string> Goals, IReadOnlyList<string> Arms) : Cell(Goals, Arms)
{
    /// <inheritdoc/>
    public override string Name => string.Create(CultureInfo.InvariantCulture, $"between two servers, one way, {PayloadBytes} B");

    /// <inheritdoc/>
    public override IReadOnlyList<Metric> Columns => Metrics.Mesh;

    /// <inheritdoc/>
    public override string? Obstacle(NativePrograms native) => Mesh.MeshCatalog.Obstacle();
}
