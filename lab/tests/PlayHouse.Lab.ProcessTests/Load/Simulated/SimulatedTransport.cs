using System.Net.Sockets;
using PlayHouse.Lab.Load.Io;

namespace PlayHouse.Lab.Load.Tests.Simulated;

/// <summary>A connection in memory. Allocates nothing once its buffers have grown.</summary>
internal sealed class SimulatedTransport(VirtualTime time, SimulatedServer server, int number) : Transport, IEvent
{
    private readonly Queue<Delivery> _deliveries = new();
    private readonly Bytes _toServer = new();
    private readonly Bytes _toLoad = new();
    private IReceiver _receiver = null!;
    private WritableAgain? _writable;
    private bool _isFull;
    private bool _isClosed;

    /// <inheritdoc/>
    public override void Start(IReceiver receiver) => _receiver = receiver;

    /// <inheritdoc/>
    public override int Send(ReadOnlySpan<byte> bytes, out SocketError error)
    {
        Assert.False(_isClosed, "a connection that is lost or closed sends nothing");
        int taken = _isFull ? 0 : Math.Min(bytes.Length, server.SocketBytes);
        error = taken < bytes.Length ? SocketError.WouldBlock : SocketError.Success;
        if (taken < bytes.Length && !_isFull)
        {
            _isFull = true;
            time.Plan(time.NowNs + server.RefillNs, _writable ??= new WritableAgain(this));
        }

        _toServer.Add(bytes[..taken]);
        _toServer.Remove(server.Receive(number, _toServer.All));
        return taken;
    }

    /// <summary>The load is to receive this at that time, which is not before what was planned so far.</summary>
    public void Deliver(ReadOnlySpan<byte> bytes, bool isEnd, long atNs, int pieceBytes)
    {
        if (bytes.IsEmpty && !isEnd)
        {
            return;
        }

        _toLoad.Add(bytes);
        _deliveries.Enqueue(new Delivery(bytes.Length, isEnd, pieceBytes));
        time.Plan(atNs, this);
    }

    /// <summary>What was planned first arrives.</summary>
    public void Happen()
    {
        Delivery delivery = _deliveries.Dequeue();
        for (int left = delivery.Count; left > 0 && !_isClosed;)
        {
            Span<byte> free = _receiver.Free.Span;
            int count = Math.Min(Math.Min(left, delivery.PieceBytes), free.Length);
            _toLoad.All[..count].CopyTo(free);
            _toLoad.Remove(count);
            left -= count;
            _receiver.Take(count, time.NowNs);
        }

        if (delivery.IsEnd && !_isClosed)
        {
            _receiver.End(EndReasons.Of(SocketError.Success));
        }
    }

    /// <inheritdoc/>
    public override void Dispose() => _isClosed = true;

    private readonly record struct Delivery(int Count, bool IsEnd, int PieceBytes);

    private sealed class WritableAgain(SimulatedTransport transport) : IEvent
    {
        public void Happen()
        {
            transport._isFull = false;
            if (!transport._isClosed)
            {
                transport._receiver.OnWritable();
            }
        }
    }

    private sealed class Bytes
    {
        private byte[] _bytes = new byte[256];
        private int _start;
        private int _end;

        public ReadOnlySpan<byte> All => _bytes.AsSpan(_start, _end - _start);

        public void Add(ReadOnlySpan<byte> bytes)
        {
            All.CopyTo(_bytes);
            (_start, _end) = (0, _end - _start);
            if (_end + bytes.Length > _bytes.Length)
            {
                Array.Resize(ref _bytes, Math.Max(_end + bytes.Length, 2 * _bytes.Length));
            }

            bytes.CopyTo(_bytes.AsSpan(_end));
            _end += bytes.Length;
        }

        public void Remove(int count) => _start += count;
    }
}
