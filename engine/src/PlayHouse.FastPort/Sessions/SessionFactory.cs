using System.Net.Sockets;
using PlayHouse.FastPort.Buffers;
using PlayHouse.FastPort.Locks;
using PlayHouse.FastPort.Mailbox;
using PlayHouse.FastPort.WakeUps;

namespace PlayHouse.FastPort.Sessions;

/// <summary>Makes connections that are closed over one combination of strategies.</summary>
internal abstract class SessionFactory<THandler>
    where THandler : struct, IPacketHandler
{
    /// <summary>Seam id to what was built, as <c>strategy{knob=value,…}</c>; a seam of which nothing was built is absent.</summary>
    public abstract IReadOnlyDictionary<string, string> Built { get; }

    /// <summary>A connection that has not started.</summary>
    public abstract Session Create(Socket socket, THandler handler);
}

/// <summary>The factory of one combination.</summary>
internal sealed class SessionFactory<TWakeUp, TLock, TBuffer, TQueue, THandler>(SessionParts parts) : SessionFactory<THandler>
    where TWakeUp : struct, IWakeUp<TWakeUp>
    where TLock : struct, ILockPolicy<TLock>
    where TBuffer : struct, IByteBuffer<TBuffer>
    where TQueue : struct, IPacketQueue<TQueue, Packet>
    where THandler : struct, IPacketHandler
{
    /// <inheritdoc/>
    public override IReadOnlyDictionary<string, string> Built { get; } = VariantNames.Describe(
        TBuffer.SynchronizesItself ? [typeof(TQueue), typeof(TWakeUp), typeof(TBuffer)] : [typeof(TQueue), typeof(TWakeUp), typeof(TLock), typeof(TBuffer)],
        parts.Choices);

    /// <inheritdoc/>
    public override Session Create(Socket socket, THandler handler) => new Session<TWakeUp, TLock, TBuffer, TQueue, THandler>(socket, parts, handler);
}
