using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies.Locks;

namespace PlayHouse.Engine.Strategies.ReceiveBuffers;

/// <summary>A store of bytes under a lock, both strategies closed in.</summary>
internal sealed class LockedReceiveQueue<TReceiveBuffer, TLock>(TReceiveBuffer store) : IReceiveQueue
    where TReceiveBuffer : IByteStore<TReceiveBuffer>
    where TLock : struct, ISeamLock<TLock>
{
#pragma warning disable IDE0044 // A lock may be a mutable struct: a readonly field would call a copy of it.
    private TLock _lock = TLock.Create();
#pragma warning restore IDE0044

    public int Write(ReadOnlySpan<byte> bytes)
    {
        _lock.Enter();
        try
        {
            return store.Write(bytes);
        }
        finally
        {
            _lock.Exit();
        }
    }

    public int Read(Span<byte> destination)
    {
        _lock.Enter();
        try
        {
            return store.Read(destination);
        }
        finally
        {
            _lock.Exit();
        }
    }

    public void AddTo(CounterBlock block)
    {
        _lock.AddTo(block);
        store.AddTo(block);
    }

    public void Dispose()
    {
        store.Dispose();
        _lock.Dispose();
    }
}

/// <summary>Makes such queues.</summary>
internal sealed class LockedReceiveQueueFactory<TReceiveBuffer, TLock>(StrategyComposer strategies) : ReceiveQueueFactory
    where TReceiveBuffer : IByteStore<TReceiveBuffer>
    where TLock : struct, ISeamLock<TLock>
{
    private readonly int _initialBytes = ReceiveBufferCatalog.InitialBytesOf(strategies.Choices[ReceiveBufferCatalog.SeamId]);
    private readonly int _maxBytes = ReceiveBufferCatalog.MaxBytesOf(strategies.Choices[ReceiveBufferCatalog.SeamId]);

    public override IEnumerable<Type> Variants => [typeof(TReceiveBuffer), typeof(TLock)];

    public override IReceiveQueue Create() =>
        new LockedReceiveQueue<TReceiveBuffer, TLock>(TReceiveBuffer.Create(_initialBytes, _maxBytes));
}
