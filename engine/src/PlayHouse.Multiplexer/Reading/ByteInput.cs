using System.Net.Sockets;

namespace PlayHouse.Multiplexer.Reading;

/// <summary>Where bytes come from. One caller at a time; 0 bytes are the end.</summary>
internal abstract class ByteInput
{
    /// <summary>Reads what there is, at least one byte unless at the end.</summary>
    public abstract ValueTask<int> ReadAsync(Memory<byte> room, CancellationToken stop);
}

/// <summary>Any stream.</summary>
internal sealed class StreamInput(Stream stream) : ByteInput
{
    public override ValueTask<int> ReadAsync(Memory<byte> room, CancellationToken stop) => stream.ReadAsync(room, stop);
}

/// <summary>A connected stream socket.</summary>
internal sealed class SocketInput(Socket socket) : ByteInput
{
    public override ValueTask<int> ReadAsync(Memory<byte> room, CancellationToken stop) =>
        socket.ReceiveAsync(room, SocketFlags.None, stop);
}
