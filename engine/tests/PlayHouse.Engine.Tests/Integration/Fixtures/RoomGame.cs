using System.Collections.Concurrent;
using System.Text;

namespace PlayHouse.Engine.IntegrationTests.Fixtures;

/// <summary>What rooms do; a test replaces the parts it is about. Shared by the rooms of a server.</summary>
internal sealed class RoomScript
{
    /// <summary>A client's message.</summary>
    public Func<Room, Member, IPacket, ValueTask> Handle { get; set; } = Room.EchoAsync;

    /// <summary>The check of an account, outside the room.</summary>
    public Func<string, Task> Check { get; set; } = _ => Task.CompletedTask;

    public Func<Room, ValueTask> Created { get; set; } = _ => default;

    public Func<Room, Member, ValueTask> Joining { get; set; } = (_, _) => default;

    public Func<Room, Member, bool, ValueTask> ConnectionChanged { get; set; } = (_, _, _) => default;

    public Func<Member, ValueTask> Destroyed { get; set; } = _ => default;

    /// <summary>The last callback of a room.</summary>
    public Func<Room, ValueTask> Closed { get; set; } = _ => default;

    public ConcurrentDictionary<long, Room> Rooms { get; } = new();

    public ConcurrentQueue<string> Events { get; } = new();

    public ConcurrentQueue<Exception> Failures { get; } = new();

    public ConcurrentQueue<HungHandler> Hung { get; } = new();

    public int CountOf(string text) => Events.Count(e => e == text);
}

internal sealed class Member(IActorLink link, RoomScript script) : IActor
{
    public IActorLink Link => link;

    public string Account => link.AccountId;

    public async ValueTask<AuthenticationResult> OnAuthenticate(IPacket packet)
    {
        string account = Encoding.UTF8.GetString(packet.Payload.Span);
        await script.Check(account);

        // What follows a colon names the attempt, not the player.
        link.AccountId = account.Split(':')[0];
        return AuthenticationResult.Accept();
    }

    public ValueTask OnDestroy(LeaveReason reason)
    {
        script.Events.Enqueue($"destroy {Account}");
        return script.Destroyed(this);
    }
}

internal sealed class Room(IStageLink link, RoomScript script) : IStage
{
    public IStageLink Link => link;

    public RoomScript Script => script;

    public ConcurrentDictionary<string, Member> Members { get; } = new();

    public static ValueTask EchoAsync(Room room, Member member, IPacket packet)
    {
        member.Link.Reply("EchoReply", packet.Payload.Span);
        return default;
    }

    /// <summary>Runs an action on the stage and waits for it.</summary>
    public async Task<T> OnStageAsync<T>(Func<T> action)
    {
        TaskCompletionSource<T> done = new(TaskCreationOptions.RunContinuationsAsynchronously);
        link.Post(() =>
        {
            try
            {
                done.SetResult(action());
            }
            catch (Exception exception)
            {
                done.SetException(exception);
            }

            return default;
        });
        return await done.Task.WaitAsync(TimeSpan.FromSeconds(30));
    }

    public async ValueTask<CreationResult> OnCreate(IPacket packet)
    {
        script.Rooms[link.StageId] = this;
        await script.Created(this);
        return CreationResult.Accept();
    }

    public async ValueTask<JoinResult> OnJoinStage(IActor actor)
    {
        Member member = (Member)actor;
        script.Events.Enqueue($"join {member.Account}");
        await script.Joining(this, member);
        Members[member.Account] = member;
        return true;
    }

    public ValueTask OnConnectionChanged(IActor actor, bool isConnected)
    {
        script.Events.Enqueue($"connection {((Member)actor).Account} {isConnected}");
        return script.ConnectionChanged(this, (Member)actor, isConnected);
    }

    public ValueTask OnLeaveStage(IActor actor, LeaveReason reason)
    {
        script.Events.Enqueue($"leave {((Member)actor).Account} {reason}");
        return default;
    }

    public ValueTask OnDestroy()
    {
        script.Events.Enqueue($"close {link.StageId}");
        return script.Closed(this);
    }

    public ValueTask OnDispatch(IActor actor, IPacket packet) => script.Handle(this, (Member)actor, packet);
}
