using System.Text;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.MessageIds;
using PlayHouse.Engine.Strategies.ReceiveBuffers;
using PlayHouse.Engine.Strategies.SendPumps;
using PlayHouse.Engine.Strategies.Sessions;

namespace PlayHouse.Engine.Sessions;

/// <summary>The strategies of one server's connections, built once at its start. Any thread.</summary>
internal sealed class TransportAssembly : IAsyncDisposable
{
    /// <summary>Builds what is chosen.</summary>
    public TransportAssembly(StrategyComposer strategies, EngineLimits limits, string authenticateMessageId)
    {
        MessageIds = CreateMessageIds(strategies, limits.MessageIdsMax, authenticateMessageId, out MessageIdTable peerMessageIds);
        PeerMessageIds = peerMessageIds;
        SendPump = strategies.Create<SendPump>(SendPumpCatalog.SeamId);
        BufferStore = strategies.Create<BufferStore>(BufferPoolCatalog.SeamId, limits.RetainedBufferBytesMax);
        Sessions = strategies.Create<SessionStrategy>(SessionCatalog.SeamId, ReceiveQueueFactory.Of(strategies));
        Built = strategies.Describe([MessageIds.Variant, BufferStore.GetType(), SendPump.GetType(), .. Sessions.Variants]);
    }

    /// <summary>Seam id to what was built, as <c>strategy{knob=value,…}</c>.</summary>
    public IReadOnlyDictionary<string, string> Built { get; }

    public MessageIdLookup MessageIds { get; }

    /// <summary>Ids of other servers' messages: the clients' table where there is one.</summary>
    public MessageIdTable PeerMessageIds { get; }

    public BufferStore BufferStore { get; }

    /// <summary>Receivers and senders of plain TCP.</summary>
    public SessionStrategy Sessions { get; }

    public SendPump SendPump { get; }

    /// <summary>Ends what the strategies run in the background. After the last session; buffers may come back later.</summary>
    public async ValueTask DisposeAsync()
    {
        await Sessions.DisposeAsync();
        BufferStore.Dispose();
    }

    private static MessageIdLookup CreateMessageIds(
        StrategyComposer strategies, int idsMax, string authenticateMessageId, out MessageIdTable peerMessageIds)
    {
        if (strategies.TypeOf(MessageIdCatalog.SeamId) == typeof(StringPerMessageIds))
        {
            peerMessageIds = new MessageIdTable(idsMax);
            return new MessageIdLookup(new StringPerMessageIds(authenticateMessageId));
        }

        int chosen = (int)strategies.Choices[MessageIdCatalog.SeamId].Knob(MessageIdTable.Descriptor, MessageIdTable.IdsMax);
        peerMessageIds = new MessageIdTable(chosen == 0 ? idsMax : Math.Min(chosen, idsMax));
        return new MessageIdLookup(peerMessageIds, Encoding.UTF8.GetBytes(authenticateMessageId));
    }
}
