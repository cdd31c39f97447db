using Google.Protobuf;
using PlayHouse.Engine;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Lab.Target.Protos;

namespace PlayHouse.Lab.Target.Scenarios;

/// <summary>
/// One room with everybody in it: what one client sends is pushed to all, or, where a size is given, a game loop pushes a
/// state of that many bytes.
/// </summary>
internal sealed class RoomStage(IStageLink link, InjectedEffect? injected, int? stateBytes) : QuietStage
{
    /// <summary>Steps of the game loop per second.</summary>
    public const int TicksPerSecond = 20;

    private readonly LabState _state = new() { Data = ByteString.CopyFrom(new byte[stateBytes ?? 0]) };

    public override ValueTask OnPostCreate()
    {
        if (stateBytes is not null)
        {
            link.StartGameLoop(TimeSpan.FromSeconds(1.0 / TicksPerSecond), TickAsync);
        }

        return ValueTask.CompletedTask;
    }

    public override ValueTask OnDispatch(IActor actor, IPacket packet)
    {
        injected?.Apply();
        if (packet.MsgId == LabMessageIds.BroadcastRequest)
        {
            link.Broadcast(LabMessageIds.BroadcastNotify, packet.Payload.Span);
        }
        else
        {
            ((LabActor)actor).Link.Reply(ErrorCodes.HandlerNotFound);
        }

        return ValueTask.CompletedTask;
    }

    private ValueTask TickAsync(GameTick tick)
    {
        injected?.Apply();
        _state.Step = (ulong)tick.Number + 1;
        _state.SentNs = (ulong)HopClock.NowNs;
        link.Broadcast(_state);
        return ValueTask.CompletedTask;
    }
}
