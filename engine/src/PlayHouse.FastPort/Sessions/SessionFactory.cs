using System.Net.Sockets;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.Locks;
using PlayHouse.FastPort.Buffers;
using PlayHouse.FastPort.Mailbox;
using PlayHouse.FastPort.Strategies;
using PlayHouse.FastPort.WakeUps;

namespace PlayHouse.FastPort.Sessions;

/// <summary>Makes connections that are closed over one combination of strategies.</summary>
internal abstract class SessionFactory<THandler>
    where THandler : struct, IPacketHandler
{
    /// <summary>Seam id to what was built, as <c>strategy{knob=value,…}</c>; a seam of which nothing was built is absent.</summary>
    public abstract IReadOnlyDictionary<string, string> Built { get; }

    /// <summary>The factory of the combination that the parts name; they are valid and complete.</summary>
    public static SessionFactory<THandler> Compose(SessionParts parts) =>
        (SessionFactory<THandler>)new StrategyComposer(FastPortCatalog.Seams, parts.Choices)
            .Bind("TItem", typeof(Packet))
            .Bind("THandler", typeof(THandler))
            .Create(typeof(SessionFactory<,,,,>), parts);

    /// <summary>A connection that has not started.</summary>
    public abstract Session Create(Socket socket, THandler handler);
}

/// <summary>The factory of one combination.</summary>
internal sealed class SessionFactory<TWakeUp, TLock, TReceiveBuffer, TMailbox, THandler>(
    SessionParts parts, StrategyComposer strategies)
    : SessionFactory<THandler>
    where TWakeUp : struct, IWakeUp<TWakeUp>
    where TLock : struct, ISeamLock<TLock>
    where TReceiveBuffer : struct, IByteBuffer<TReceiveBuffer>
    where TMailbox : struct, IPacketQueue<TMailbox, Packet>
    where THandler : struct, IPacketHandler
{
    public override IReadOnlyDictionary<string, string> Built { get; } = strategies.Describe(TReceiveBuffer.SynchronizesItself
        ? [typeof(TMailbox), typeof(TWakeUp), typeof(TReceiveBuffer)]
        : [typeof(TMailbox), typeof(TWakeUp), typeof(TLock), typeof(TReceiveBuffer)]);

    public override Session Create(Socket socket, THandler handler) =>
        new Session<TWakeUp, TLock, TReceiveBuffer, TMailbox, THandler>(socket, parts, handler);
}
