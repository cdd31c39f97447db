using PlayHouse.Engine;

namespace PlayHouse.Samples.TickArena.Server;

/// <summary>An arena at 20 steps per second: moves are remembered as they come, applied by the step, and the state goes to everybody.</summary>
internal sealed class ArenaStage(IStageLink link) : IStage
{
    private const ushort ArenaIsFull = ErrorCodes.ApplicationFirst;
    private static readonly TimeSpan StepTime = TimeSpan.FromMilliseconds(50);

    private readonly Arena _arena = new((int)link.StageId);
    private readonly byte[] _state = new byte[Arena.StateBytesMax];

    /// <summary>Registered name of the stage's type.</summary>
    public const string TypeName = "Arena";

    public ValueTask OnPostCreate()
    {
        link.StartGameLoop(StepTime, StepAsync);
        return default;
    }

    public ValueTask<JoinResult> OnJoinStage(IActor actor)
    {
        ArenaActor player = (ArenaActor)actor;
        player.Id = _arena.Enter() ?? 0;
        return ValueTask.FromResult(player.Id == 0 ? JoinResult.Reject(ArenaIsFull, "the arena is full") : JoinResult.Accept());
    }

    public ValueTask OnPostJoinStage(IActor actor)
    {
        ArenaActor player = (ArenaActor)actor;
        player.Link.SendToClient("You", [player.Id]);
        return default;
    }

    public ValueTask OnDispatch(IActor actor, IPacket packet)
    {
        ArenaActor player = (ArenaActor)actor;
        if (packet is { MsgId: "Move", Payload.Length: 1 } && packet.Payload.Span[0] <= (byte)Direction.Right)
        {
            _arena.Steer(player.Id, (Direction)packet.Payload.Span[0]);
        }

        return default;
    }

    public ValueTask OnConnectionChanged(IActor actor, bool isConnected)
    {
        ArenaActor player = (ArenaActor)actor;
        _arena.Steer(player.Id, Direction.None);
        if (isConnected)
        {
            player.Link.SendToClient("You", [player.Id]);
            return default;
        }

        return player.Link.LeaveStageAsync();
    }

    public ValueTask OnLeaveStage(IActor actor, LeaveReason reason)
    {
        _arena.Leave(((ArenaActor)actor).Id);
        return default;
    }

    private ValueTask StepAsync(GameTick tick)
    {
        _arena.Step();
        int bytes = _arena.Write(_state, (int)tick.Number);
        link.Broadcast("State", _state.AsSpan(0, bytes));
        return default;
    }
}
