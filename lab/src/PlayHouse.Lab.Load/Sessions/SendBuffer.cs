using System.Net.Sockets;
using PlayHouse.Lab.Load.Io;

namespace PlayHouse.Lab.Load.Sessions;

/// <summary>
/// Bytes of a connection that wait for the socket. It grows by doubling up to its capacity, then stays: no allocation in
/// steady state, and no more than the depth cap can need.
/// </summary>
internal sealed class SendBuffer(int capacityMax)
{
    private const int InitialBytes = 4096;

    private byte[] _bytes = new byte[Math.Min(InitialBytes, capacityMax)];
    private int _start;
    private int _end;

    public bool IsEmpty => _start == _end;

    /// <summary>Room for so many bytes at the end, or an empty span when the capacity does not allow it.</summary>
    public Span<byte> Reserve(int length)
    {
        int used = _end - _start;
        if (length > capacityMax - used)
        {
            return [];
        }

        if (length > _bytes.Length - _end)
        {
            MakeRoom(used + length);
        }

        return _bytes.AsSpan(_end, length);
    }

    /// <summary>The reserved bytes have been filled.</summary>
    public void Commit(int length) => _end += length;

    /// <summary>The last so many bytes that wait; empty when fewer do.</summary>
    public Span<byte> Last(int length) => length > _end - _start ? [] : _bytes.AsSpan(_end - length, length);

    /// <summary>Hands the socket as much as it takes without blocking; anything but Success and WouldBlock ends the connection.</summary>
    public SocketError WriteTo(Transport transport)
    {
        if (IsEmpty)
        {
            return SocketError.Success;
        }

        _start += transport.Send(_bytes.AsSpan(_start, _end - _start), out SocketError error);
        if (_start == _end)
        {
            _start = _end = 0;
        }

        return error;
    }

    private void MakeRoom(int needed)
    {
        byte[] target = _bytes;
        if (needed > _bytes.Length)
        {
            target = new byte[(int)Math.Min(capacityMax, Math.Max(needed, 2L * _bytes.Length))];
        }

        _bytes.AsSpan(_start, _end - _start).CopyTo(target);
        _bytes = target;
        _end -= _start;
        _start = 0;
    }
}
