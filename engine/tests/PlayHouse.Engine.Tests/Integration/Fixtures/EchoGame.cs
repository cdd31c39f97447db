using System.Collections.Concurrent;
using System.Runtime.InteropServices;
using System.Text;
using Google.Protobuf.WellKnownTypes;

namespace PlayHouse.Engine.IntegrationTests.Fixtures;

/// <summary>What stages and actors of the test game did, in order; shared by a server.</summary>
internal sealed class GameLog
{
    private readonly ConcurrentQueue<string> _events = new();

    public IReadOnlyList<string> Events => [.. _events];

    public ConcurrentQueue<Exception> Failures { get; } = new();

    /// <summary>Handlers of "WaitRequest" wait for it.</summary>
    public TaskCompletionSource Gate { get; set; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public ConcurrentDictionary<string, IActorLink> Links { get; } = new();

    /// <summary>Accounts of actors that were disposed of, members or not.</summary>
    public ConcurrentQueue<string> Disposed { get; } = new();

    public ConcurrentDictionary<long, IStageLink> Stages { get; } = new();

    public int DeepestStack;

    public bool AcceptsStages { get; set; } = true;

    public void Add(string text) => _events.Enqueue(text);

    public int CountOf(string text) => _events.Count(e => e == text);
}

internal sealed class EchoActor(IActorLink link, GameLog log) : IActor, IDisposable
{
    public IActorLink Link => link;

    public ValueTask OnCreate()
    {
        log.Add("actor.create");
        return default;
    }

    public async ValueTask<AuthenticationResult> OnAuthenticate(IPacket packet)
    {
        string account = Encoding.UTF8.GetString(packet.Payload.Span);
        if (account == "slow")
        {
            await log.Gate.Task;
        }

        if (account == "throw")
        {
            throw new InvalidOperationException("the game's check failed");
        }

        if (account.StartsWith("bad", StringComparison.Ordinal))
        {
            return AuthenticationResult.Reject();
        }

        // An empty account is the mistake of a game that forgets to set it.
        link.AccountId = account switch
        {
            "forgotten" => "",
            "guest" => $"guest-{link.SessionId}",
            _ => account,
        };
        log.Links[account] = link;
        return AuthenticationResult.Accept(Encoding.UTF8.GetBytes("welcome " + account));
    }

    public ValueTask OnPostAuthenticate()
    {
        log.Add($"actor.post-authenticate {link.AccountId}");
        return default;
    }

    public ValueTask OnDestroy(LeaveReason reason)
    {
        log.Add($"actor.destroy {link.AccountId}");
        return default;
    }

    public void Dispose() => log.Disposed.Enqueue(link.AccountId);
}

internal sealed class EchoStage(IStageLink link, GameLog log) : IStage
{
    private byte[] _large = [];

    public ValueTask<CreationResult> OnCreate(IPacket packet)
    {
        log.Stages[link.StageId] = link;
        log.Add($"stage.create {link.StageId} {packet.MsgId}");
        return ValueTask.FromResult(log.AcceptsStages ? CreationResult.Accept() : CreationResult.Reject());
    }

    public ValueTask OnPostCreate()
    {
        log.Add("stage.post-create");
        return default;
    }

    public ValueTask<JoinResult> OnJoinStage(IActor actor)
    {
        string account = ((EchoActor)actor).Link.AccountId;
        log.Add($"stage.join {account}");
        if (account.StartsWith("slow-join", StringComparison.Ordinal))
        {
            return JoinSlowlyAsync(((EchoActor)actor).Link);
        }

        return account == "join-throws"
            ? throw new InvalidOperationException("join failed")
            : ValueTask.FromResult<JoinResult>(!account.StartsWith("unwanted", StringComparison.Ordinal));
    }

    private static async ValueTask<JoinResult> JoinSlowlyAsync(IActorLink client)
    {
        client.SendToClient("JoinPush", default);
        await Task.Yield();
        client.SendToClient("JoinPush", default);
        return true;
    }

    public ValueTask OnPostJoinStage(IActor actor)
    {
        log.Add($"stage.post-join {((EchoActor)actor).Link.AccountId}");
        return default;
    }

    public ValueTask OnConnectionChanged(IActor actor, bool isConnected)
    {
        log.Add($"stage.connection {((EchoActor)actor).Link.AccountId} {isConnected}");
        return default;
    }

    public ValueTask OnDestroy()
    {
        log.Add($"stage.destroy {link.StageId}");
        return log.AcceptsStages ? default : throw new InvalidOperationException("destroy failed");
    }

    /// <summary>The bytes from the payload's array that would be its frame if the payload was never copied out of what was received.</summary>
    private static ReadOnlySpan<byte> FrameAround(IPacket packet)
    {
        Assert.True(MemoryMarshal.TryGetArray(packet.Payload, out ArraySegment<byte> payload));
        int headerBytes = RawClient.Frame(packet.MsgId, 1, 1, []).Length;
        return payload.Array.AsSpan(Math.Max(0, payload.Offset - headerBytes), Math.Min(payload.Offset, headerBytes) + payload.Count);
    }

    public ValueTask OnDispatch(IActor actor, IPacket packet)
    {
        IActorLink client = ((EchoActor)actor).Link;
        switch (packet.MsgId)
        {
            case "EchoRequest":
                client.Reply("EchoReply", packet.Payload.Span);
                return default;
            case "SendRequest":
                client.SendToClient("SendReply", packet.Payload.Span);
                return default;
            case "ProtoRequest":
                client.Reply(StringValue.Parser.ParseFrom(packet.Payload.Span));
                return default;
            case "ThrowRequest":
                throw new InvalidOperationException("handler failed");
            case "ErrorRequest":
                client.Reply(1234);
                return default;
            case "TwiceRequest":
                client.Reply("EchoReply", packet.Payload.Span);
                client.Reply("EchoReply", packet.Payload.Span);
                return default;
            case "WhereRequest":
                client.Reply("WhereReply", FrameAround(packet));
                return default;
            case "LargeRequest":
                return ReplyLarge(client, packet);
            case "LeaveRequest":
                client.Reply("LeaveReply", default);
                return client.LeaveStageAsync();
            case "DisconnectRequest":
                client.Reply("DisconnectReply", default);
                client.Disconnect();
                return default;
            case "CloseStageRequest":
                client.Reply("CloseStageReply", default);
                link.CloseStage();
                return default;
            case "PostRequest":
                client.Reply("PostReply", default);
                link.Post(static state => Push(state.Client, state.Payload), (Client: client, Payload: packet.Payload.ToArray()));
                return default;
            case "StackRequest":
                log.DeepestStack = Math.Max(log.DeepestStack, new System.Diagnostics.StackTrace(false).FrameCount);
                client.Reply("StackReply", default);
                return default;
            case "ElsewhereRequest":
                return ReplyElsewhere(client);
            case "BadReplyRequest":
                client.Reply(new string('x', 256), default);
                return default;
            default:
                return DispatchAsync(client, packet);
        }
    }

    private async ValueTask DispatchAsync(IActorLink client, IPacket packet)
    {
        switch (packet.MsgId)
        {
            case "WaitRequest":
                client.SendToClient("WaitStarted", default);
                await log.Gate.Task;
                client.Reply("WaitReply", packet.Payload.Span);
                break;
            case "YieldRequest":
                await Task.Yield();
                client.Reply("YieldReply", packet.Payload.Span);
                break;
            case "ThrowLaterRequest":
                await Task.Yield();
                throw new InvalidOperationException("handler failed later");
            default:
                client.Reply(ErrorCodes.HandlerNotFound);
                break;
        }
    }

    /// <summary>The handler completes on the stage, but its reply is written on another thread meanwhile.</summary>
    private static ValueTask ReplyElsewhere(IActorLink client)
    {
        Thread other = new(() => client.Reply("ElsewhereReply", default));
        other.Start();
        other.Join();
        return default;
    }

    private static ValueTask Push(IActorLink client, byte[] payload)
    {
        client.SendToClient("Posted", payload);
        return default;
    }

    private ValueTask ReplyLarge(IActorLink client, IPacket packet)
    {
        int bytes = BitConverter.ToInt32(packet.Payload.Span);
        if (_large.Length != bytes)
        {
            _large = new byte[bytes];
            for (int i = 0; i < bytes; i++)
            {
                _large[i] = (byte)i;
            }
        }

        client.Reply("LargeReply", _large);
        return default;
    }
}
