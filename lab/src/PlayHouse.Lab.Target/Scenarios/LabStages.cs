using PlayHouse.Engine;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Scenarios;

namespace PlayHouse.Lab.Target.Scenarios;

/// <summary>The kinds of stages there are and which scenario has which.</summary>
internal static class LabStages
{
    /// <summary>Stage of the first connection; each further one has the next, or the same in a room.</summary>
    public const long FirstStageId = 1000;

    private const string EchoType = "LabStage";
    private const string RoomType = "LabRoom";
    private const string TickingRoomType = "LabTickingRoom";
    private const string RelayType = "LabRelay";
    private const string LobbyType = "LabLobby";

    /// <summary>The type of a scenario's stages.</summary>
    public static string TypeOf(string scenario) => scenario switch
    {
        ScenarioCatalog.RoomBroadcast => RoomType,
        ScenarioCatalog.RoomTick => TickingRoomType,
        ScenarioCatalog.ServerRequest or ScenarioCatalog.ServerSend => RelayType,
        ScenarioCatalog.ConnectStorm => LobbyType,
        _ => EchoType,
    };

    /// <summary>All kinds, each stage with a planted effect of its own if there is one.</summary>
    /// <param name="inject">The effect or null.</param>
    /// <param name="payloadBytes">Size of what a ticking room pushes.</param>
    public static IReadOnlyList<StageRegistration> Registrations(InjectSpec? inject, int payloadBytes)
    {
        InjectedEffect? Injected() => inject is null ? null : new InjectedEffect(inject);
        return
        [
            new StageRegistration(EchoType, _ => new LabStage(Injected()), link => new LabActor(link)),
            new StageRegistration(RoomType, link => new RoomStage(link, Injected(), null), link => new LabActor(link)),
            new StageRegistration(TickingRoomType, link => new RoomStage(link, Injected(), payloadBytes), link => new LabActor(link)),
            new StageRegistration(LobbyType, _ => new LobbyStage(Injected()), link => new LabActor(link)),
            new StageRegistration(RelayType, link => new RelayStage(link, Injected()), link => new LabActor(link)),
        ];
    }
}
