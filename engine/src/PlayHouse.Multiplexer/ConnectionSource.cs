using System.Net.Sockets;
using PlayHouse.Multiplexer.Reading;
using PlayHouse.Multiplexer.Writing;

namespace PlayHouse.Multiplexer;

/// <summary>What a connection is made of, by kind of transport.</summary>
/// <param name="Input">Where bytes come from.</param>
/// <param name="Output">Makes where they leave.</param>
/// <param name="Transport">Closes both.</param>
internal sealed record ConnectionSource(
    ByteInput Input, Func<MultiplexerCounters, CancellationToken, ByteOutput> Output, Transport Transport)
{
    public static ConnectionSource Of(Stream input, Stream output)
    {
        ArgumentNullException.ThrowIfNull(input);
        ArgumentNullException.ThrowIfNull(output);
        return new ConnectionSource(
            new StreamInput(input), (counters, stop) => new StreamOutput(output, counters, stop), new StreamTransport(input, output));
    }

    public static ConnectionSource Of(Socket socket)
    {
        ArgumentNullException.ThrowIfNull(socket);
        if (socket.ProtocolType == ProtocolType.Tcp)
        {
            socket.NoDelay = true;
        }

        return new ConnectionSource(
            new SocketInput(socket), (counters, stop) => new SocketOutput(socket, counters, stop), new SocketTransport(socket));
    }
}
