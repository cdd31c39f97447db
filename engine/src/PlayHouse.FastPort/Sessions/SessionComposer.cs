using PlayHouse.FastPort.Buffers;
using PlayHouse.FastPort.Locks;
using PlayHouse.FastPort.Mailbox;
using PlayHouse.FastPort.Strategies;
using PlayHouse.FastPort.WakeUps;

namespace PlayHouse.FastPort.Sessions;

/// <summary>Turns chosen ids into closed generic types: each step resolves one seam and calls the next with one more type.</summary>
internal sealed class SessionComposer<THandler>
    where THandler : struct, IPacketHandler
{
    private readonly SessionParts _parts;

    private SessionComposer(SessionParts parts) => _parts = parts;

    /// <summary>The factory of the combination that the parts name; they are valid and complete.</summary>
    public static SessionFactory<THandler> Compose(SessionParts parts) => new SessionComposer<THandler>(parts).PickWakeUp();

    private SessionFactory<THandler> PickWakeUp() => _parts.WakeUp.Id switch
    {
        "signal" => PickLock<SignalWakeUp>(),
        "delay-poll" => PickLock<DelayPollWakeUp>(),
        "yield-spin" => PickLock<YieldSpinWakeUp>(),
        _ => throw Unbuilt(WakeUpCatalog.SeamId),
    };

    private SessionFactory<THandler> PickLock<TWakeUp>()
        where TWakeUp : struct, IWakeUp<TWakeUp> => _parts.Choices[LockCatalog.SeamId].Id switch
        {
            "lock-type" => PickBuffer<TWakeUp, LockTypePolicy>(),
            "object-monitor" => PickBuffer<TWakeUp, ObjectMonitorPolicy>(),
            "reader-writer-lock-slim" => PickBuffer<TWakeUp, ReaderWriterLockSlimPolicy>(),
            "spin-lock" => PickBuffer<TWakeUp, SpinLockPolicy>(),
            _ => throw Unbuilt(LockCatalog.SeamId),
        };

    private SessionFactory<THandler> PickBuffer<TWakeUp, TLock>()
        where TWakeUp : struct, IWakeUp<TWakeUp>
        where TLock : struct, ILockPolicy<TLock> => _parts.Choices[ReceiveBufferCatalog.SeamId].Id switch
        {
            "linear" => PickQueue<TWakeUp, TLock, LinearBuffer>(),
            "circular-array" => PickQueue<TWakeUp, TLock, CircularArrayBuffer>(),
            "circular-pooled" => PickQueue<TWakeUp, TLock, CircularPooledBuffer>(),
            "pipe" => PickQueue<TWakeUp, TLock, PipeBuffer>(),
            _ => throw Unbuilt(ReceiveBufferCatalog.SeamId),
        };

    private SessionFactory<THandler> PickQueue<TWakeUp, TLock, TBuffer>()
        where TWakeUp : struct, IWakeUp<TWakeUp>
        where TLock : struct, ILockPolicy<TLock>
        where TBuffer : struct, IByteBuffer<TBuffer> => _parts.Mailbox.Id switch
        {
            "channel-unbounded" => new SessionFactory<TWakeUp, TLock, TBuffer, UnboundedChannelQueue<Packet>, THandler>(_parts),
            "channel-bounded" => new SessionFactory<TWakeUp, TLock, TBuffer, BoundedChannelQueue<Packet>, THandler>(_parts),
            "buffer-block" => new SessionFactory<TWakeUp, TLock, TBuffer, BufferBlockQueue<Packet>, THandler>(_parts),
            "concurrent-queue" => new SessionFactory<TWakeUp, TLock, TBuffer, ConcurrentQueueQueue<Packet, TWakeUp>, THandler>(_parts),
            _ => throw Unbuilt(MailboxCatalog.SeamId),
        };

    private InvalidOperationException Unbuilt(string seam) =>
        new($"Strategy '{_parts.Choices[seam].Id}' of seam '{seam}' is in the catalogue but not in the composer.");
}
