using Net.Zmq;

namespace PlayHouse.Engine.Peers.Mesh;

/// <summary>One way to send messages from process to process.</summary>
/// <param name="Id">Kebab-case id.</param>
/// <param name="Summary">What it is, one line.</param>
/// <param name="CreateReceiver">Makes the end that counts.</param>
/// <param name="CreateSender">Makes the end that sends as fast as it may.</param>
internal sealed record MeshKind(string Id, string Summary, Func<DeliveryCheck, IMeshEnd> CreateReceiver, Func<byte[], IMeshEnd> CreateSender)
{
    /// <summary>The receiver drops what it cannot take, instead of making the sender wait.</summary>
    public bool MayLose { get; init; }
}

/// <summary>All ways.</summary>
internal static class MeshCatalog
{
    private const string ThreeFrames = "three-frames";
    private const string MergedFrame = "merged-frame";

    public static MeshKind Zmq { get; } = new(
        "zmq-router", "bare libzmq, a ROUTER loop in C#, three frames", check => new ZmqReceiver(check), payload => new ZmqSender(payload));

    public static MeshKind ZmqAgain { get; } = Zmq with { Id = "zmq-router-again", Summary = "the same once more: the A/A arm" };

    public static MeshKind EngineThree { get; } = Engine(
        "engine-three-frames", "this engine's mesh, three frames, counted by the mesh's handler", ThreeFrames);

    public static MeshKind EngineMerged { get; } = Engine(
        "engine-merged-frame", "this engine's mesh, header and payload in one frame", MergedFrame);

    public static MeshKind EngineStage { get; } = new(
        "engine-stage",
        "this engine from game to game: a server's link to a stage of another server, three frames",
        check => new StageReceiver(check),
        payload => new StageSender(payload)) { MayLose = true };

    /// <summary>All in display order.</summary>
    public static IReadOnlyList<MeshKind> All { get; } = [EngineThree, EngineMerged, EngineStage, Zmq, ZmqAgain];

    /// <summary>The way with this id, or null.</summary>
    public static MeshKind? Find(string id) => All.FirstOrDefault(k => k.Id == id);

    /// <summary>What keeps servers from talking here; null when nothing does.</summary>
    public static string? Obstacle()
    {
        try
        {
            _ = Context.Version;
            return null;
        }
        catch (DllNotFoundException)
        {
            return "libzmq is not installed: `./plab setup mesh`";
        }
    }

    private static MeshKind Engine(string id, string summary, string frame) =>
        new(id, summary, check => new EngineReceiver(frame, check), payload => new EngineSender(frame, payload));
}
