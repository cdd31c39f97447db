using System.Net.Sockets;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace PlayHouse.Multiplexer.Writing;

/// <summary>A connected stream socket. Three pieces leave with one vectored call.</summary>
internal sealed class SocketOutput(Socket socket, MultiplexerCounters counters, CancellationToken stop) : ByteOutput(counters)
{
    private readonly VectoredSend _vectored = new(socket);

    public override void Dispose() => _vectored.Dispose();

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    protected override async ValueTask SendAsync(ReadOnlyMemory<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            CountWrite();
            bytes = bytes[await socket.SendAsync(bytes, SocketFlags.None, stop).ConfigureAwait(false)..];
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    protected override async ValueTask SendAsync(ReadOnlyMemory<byte> first, ReadOnlyMemory<byte> second, ReadOnlyMemory<byte> third)
    {
        if (!MemoryMarshal.TryGetArray(second, out ArraySegment<byte> middle))
        {
            // Memory that is no array cannot be listed; this is not a path that carries load.
            middle = second.ToArray();
        }

        MemoryMarshal.TryGetArray(first, out ArraySegment<byte> head);
        MemoryMarshal.TryGetArray(third, out ArraySegment<byte> tail);
        CountWrite();
        int sent = await _vectored.SendAsync(head, middle, tail).ConfigureAwait(false);
        if (sent == head.Count + middle.Count + tail.Count)
        {
            return;
        }

        await SendAsync(RestOf(head, sent)).ConfigureAwait(false);
        await SendAsync(RestOf(middle, sent - head.Count)).ConfigureAwait(false);
        await SendAsync(RestOf(tail, sent - head.Count - middle.Count)).ConfigureAwait(false);
    }

    private static ReadOnlyMemory<byte> RestOf(ArraySegment<byte> piece, int sent) => piece.AsMemory(Math.Clamp(sent, 0, piece.Count));
}
