using System.Text;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.Locks;
using PlayHouse.Engine.Strategies.MessageIds;
using PlayHouse.Engine.Strategies.ReceiveBuffers;
using PlayHouse.Engine.Strategies.SendPumps;
using PlayHouse.Engine.Strategies.Sessions;

namespace PlayHouse.Engine.Hosting;

/// <summary>The strategies of one server's connections, built once at its start. Any thread.</summary>
internal sealed class TransportAssembly : IDisposable
{
    private readonly IReadOnlyDictionary<string, StrategyChoice> _choices;
    private readonly EngineLimits _limits;

    private TransportAssembly(PlayServerOptions options)
    {
        _choices = StrategyRules.Resolve(options.Strategies);
        _limits = options.Limits;
        MessageIds = PickMessageIds(options.AuthenticateMessageId, out MessageIdTable peerMessageIds);
        PeerMessageIds = peerMessageIds;
        SendPump = PickSendPump();
        BufferStore = PickBufferStore();
        Sessions = PickSessions();
        Built = TransportNames.Describe([MessageIds.Variant, BufferStore.GetType(), SendPump.GetType(), .. Sessions.Variants], _choices);
    }

    /// <summary>Seam id to what was built, as <c>strategy{knob=value,…}</c>.</summary>
    public IReadOnlyDictionary<string, string> Built { get; }

    /// <summary>Ids of clients' messages.</summary>
    public MessageIdLookup MessageIds { get; }

    /// <summary>Ids of other servers' messages: the clients' table where there is one.</summary>
    public MessageIdTable PeerMessageIds { get; }

    /// <summary>Where the pool's free buffers wait.</summary>
    public BufferStore BufferStore { get; }

    /// <summary>Receivers and senders of plain TCP.</summary>
    public SessionStrategy Sessions { get; }

    /// <summary>From frames to socket writes.</summary>
    public SendPump SendPump { get; }

    /// <summary>Builds what the options choose; they are valid.</summary>
    public static TransportAssembly Build(PlayServerOptions options) => new(options);

    /// <summary>Ends what the strategies run in the background. After the last session; buffers may come back later.</summary>
    public void Dispose() => BufferStore.Dispose();

    private MessageIdLookup PickMessageIds(string authenticationId, out MessageIdTable peerMessageIds)
    {
        StrategyChoice choice = _choices[MessageIdCatalog.SeamId];
        switch (choice.Id)
        {
            case "string-per-message":
                peerMessageIds = new MessageIdTable(_limits.MessageIdsMax);
                return new MessageIdLookup(new StringPerMessageIds(authenticationId));
            case "interned-table":
                int idsMax = (int)choice.Knob(MessageIdCatalog.InternedTable, MessageIdCatalog.IdsMax);
                peerMessageIds = new MessageIdTable(idsMax == 0 ? _limits.MessageIdsMax : Math.Min(idsMax, _limits.MessageIdsMax));
                return new MessageIdLookup(peerMessageIds, Encoding.UTF8.GetBytes(authenticationId));
            default:
                throw Unbuilt(MessageIdCatalog.SeamId);
        }
    }

    private BufferStore PickBufferStore()
    {
        StrategyChoice choice = _choices[BufferPoolCatalog.SeamId];
        long retainedBytesMax = _limits.RetainedBufferBytesMax;
        return choice.Id switch
        {
            "new-array" => new NewArrayStore(),
            "array-pool-shared" => new ArrayPoolSharedStore(retainedBytesMax),
            "array-pool-private" => new ArrayPoolPrivateStore(retainedBytesMax),
            "buckets-53" => new Buckets53Store(choice, retainedBytesMax),
            "buckets-53-counted" => new Buckets53CountedStore(choice, retainedBytesMax),
            "pinned-blocks" => new PinnedBlocksStore(choice, retainedBytesMax),
            _ => throw Unbuilt(BufferPoolCatalog.SeamId),
        };
    }

    private SessionStrategy PickSessions()
    {
        StrategyChoice choice = _choices[SessionCatalog.SeamId];
        return choice.Id switch
        {
            "three-task" => new ThreeTaskSession(choice, PickReceiveQueues()),
            "two-task" => new TwoTaskSession(),
            "saea" => new SaeaSession(),
            "pipelines" => new PipelinesSession(choice),
            "async-socket" => new AsyncSocketSession(),
            _ => throw Unbuilt(SessionCatalog.SeamId),
        };
    }

    private ReceiveQueueFactory PickReceiveQueues()
    {
        StrategyChoice choice = _choices[ReceiveBufferCatalog.SeamId];
        return choice.Id switch
        {
            "linear" => PickLock<LinearByteStore>(choice),
            "circular-array" => PickLock<CircularArrayByteStore>(choice),
            "circular-pooled" => PickLock<CircularPooledByteStore>(choice),
            "pipe" => new PipeReceiveQueueFactory(choice),
            _ => throw Unbuilt(ReceiveBufferCatalog.SeamId),
        };
    }

    private ReceiveQueueFactory PickLock<TStore>(StrategyChoice receiveBuffer)
        where TStore : IByteStore<TStore> => _choices[LockCatalog.SeamId].Id switch
        {
            "lock-type" => new LockedReceiveQueueFactory<TStore, LockTypeLock>(receiveBuffer),
            "object-monitor" => new LockedReceiveQueueFactory<TStore, ObjectMonitorLock>(receiveBuffer),
            "reader-writer-lock-slim" => new LockedReceiveQueueFactory<TStore, ReaderWriterSlimLock>(receiveBuffer),
            "spin-lock" => new LockedReceiveQueueFactory<TStore, SpinningLock>(receiveBuffer),
            _ => throw Unbuilt(LockCatalog.SeamId),
        };

    private SendPump PickSendPump()
    {
        StrategyChoice choice = _choices[SendPumpCatalog.SeamId];
        return choice.Id switch
        {
            "per-message" => new PerMessageSendPump(),
            "coalesced" => new CoalescedSendPump(choice),
            "flush-on-idle" => new FlushOnIdleSendPump(choice),
            "gather" => new GatherSendPump(choice),
            _ => throw Unbuilt(SendPumpCatalog.SeamId),
        };
    }

    private InvalidOperationException Unbuilt(string seam) =>
        new($"Strategy '{_choices[seam].Id}' of seam '{seam}' is in the catalogue but not in the assembly of connections.");
}
