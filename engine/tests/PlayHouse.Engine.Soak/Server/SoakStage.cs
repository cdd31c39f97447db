using System.Diagnostics;

namespace PlayHouse.Engine.Soak.Server;

/// <summary>
/// Echo, broadcast, timers and a game loop: what a room does. The stage id says what a stage runs besides messages:
/// see <see cref="StageRanges"/>.
/// </summary>
internal sealed class SoakStage(IStageLink link, LatenessLog lateness, ServerTraffic traffic) : IStage
{
    private static readonly TimeSpan LoopStep = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan TimerPeriod = TimeSpan.FromSeconds(1);

    private readonly byte[] _state = new byte[64];
    private long _loopStarted;
    private int _members;
    private long _busyTicks;

    public ValueTask OnPostCreate()
    {
        if (StageRanges.HasLoop(link.StageId))
        {
            _loopStarted = Stopwatch.GetTimestamp();
            link.StartGameLoop(LoopStep, StepAsync);
        }

        if (StageRanges.HasTimer(link.StageId))
        {
            link.AddRepeatTimer(TimerPeriod, TimerPeriod, PushAsync);
        }

        return default;
    }

    public ValueTask<JoinResult> OnJoinStage(IActor actor)
    {
        _members++;
        return ValueTask.FromResult(JoinResult.Accept());
    }

    public ValueTask OnDispatch(IActor actor, IPacket packet)
    {
        IActorLink client = ((SoakActor)actor).Link;
        switch (packet.MsgId)
        {
            case "EchoRequest":
                client.Reply("EchoReply", packet.Payload.Span);
                break;
            case "LargeRequest":
                client.Reply("LargeReply", new byte[BitConverter.ToInt32(packet.Payload.Span)]);
                break;
            case "SayRequest":
                link.Broadcast("Said", packet.Payload.Span);
                break;
            case "BusyRequest":
                _busyTicks = BitConverter.ToInt32(packet.Payload.Span) * Stopwatch.Frequency / 1_000_000;
                break;
            case "LeaveRequest":
                return client.LeaveStageAsync();
        }

        return default;
    }

    public ValueTask OnDispatch(IPacket packet)
    {
        if (packet.MsgId == "StateNotice")
        {
            traffic.CountReceived();
            return default;
        }

        link.Reply("EchoReply", packet.Payload.Span);
        return default;
    }

    private ValueTask StepAsync(GameTick tick)
    {
        long due = _loopStarted + (long)((tick.Elapsed + tick.Step).TotalSeconds * Stopwatch.Frequency);
        long now = Stopwatch.GetTimestamp();
        lateness.Add(Stopwatch.GetElapsedTime(due, now));
        for (long until = now + _busyTicks; Stopwatch.GetTimestamp() < until;)
        {
            Thread.SpinWait(20);
        }

        return default;
    }

    private ValueTask PushAsync()
    {
        link.Broadcast("Tick", _state);
        if (link.SendToStage(SoakServer.ServerId, link.StageId, "StateNotice", _state) == SendResult.Accepted)
        {
            traffic.CountSent();
        }

        return default;
    }
}

/// <summary>A member that has the name it gives.</summary>
internal sealed class SoakActor(IActorLink link) : IActor
{
    public IActorLink Link => link;

    public ValueTask<AuthenticationResult> OnAuthenticate(IPacket packet)
    {
        link.AccountId = System.Text.Encoding.UTF8.GetString(packet.Payload.Span);
        return ValueTask.FromResult(AuthenticationResult.Accept());
    }
}

/// <summary>Which stages run timers and loops.</summary>
internal static class StageRanges
{
    public const long Plain = 1_000;
    public const long WithTimer = 100_000;
    public const long WithLoop = 200_000;

    public static bool HasTimer(long stageId) => stageId is >= WithTimer and < WithLoop;

    public static bool HasLoop(long stageId) => stageId >= WithLoop;
}
