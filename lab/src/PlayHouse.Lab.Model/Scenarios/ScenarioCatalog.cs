namespace PlayHouse.Lab.Model.Scenarios;

/// <summary>A load pattern and the seams it executes.</summary>
/// <param name="Id">Kebab-case id used in experiment files.</param>
/// <param name="Summary">One line for people.</param>
/// <param name="Seams">Seams whose code runs for every message of this scenario.</param>
public sealed record ScenarioDescriptor(string Id, string Summary, IReadOnlyList<string> Seams);

/// <summary>Every scenario of the lab, in the order in which lists show them.</summary>
public static class ScenarioCatalog
{
    private static readonly string[] ClientPath =
        ["mailbox", "message-pool", "scheduler", "hand-over", "stage-loop", "route-object"];

    /// <summary>Request with a raw payload, answered with the same bytes.</summary>
    public const string Echo = "c2s-echo";

    /// <summary>Request with a protobuf message, answered with a protobuf message.</summary>
    public const string ProtoEcho = "c2s-proto-echo";

    /// <summary>One-way send answered by a push with the same bytes.</summary>
    public const string Send = "c2s-send";

    /// <summary>Calibration only: an echo below the engine, shows what the load itself can reach. Not for experiments.</summary>
    public const string NullEcho = "null-echo";

    /// <summary>All scenarios.</summary>
    public static IReadOnlyList<ScenarioDescriptor> All { get; } =
    [
        new(Echo, "request with a raw payload, reply with the same bytes", ClientPath),
        new(ProtoEcho, "request and reply are protobuf messages", [.. ClientPath, "reply-codec"]),
        new(Send, "one-way send, answered by a push with the same bytes", ClientPath),
    ];

    /// <summary>The scenario with this id, or null.</summary>
    public static ScenarioDescriptor? Find(string id) => All.FirstOrDefault(s => s.Id == id);
}
