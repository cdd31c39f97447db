using System.Net.Sockets;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.SendPumps;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Strategies.Sessions;

/// <summary>The awaitable operations of the socket, with one kept continuation per direction.</summary>
internal sealed class AsyncSocketSession : SocketSession
{
    public static StrategyCounter Received { get; } = new(
        SessionCatalog.SeamId, "async-socket", "received", "receives that brought bytes", StrategyCounter.Shared);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = SessionCatalog.SeamId,
        Id = "async-socket",
        Type = typeof(AsyncSocketSession),
        Summary = "Socket.ReceiveAsync and SendAsync of memory, awaited by one kept continuation per direction.",
        Source = "design (not in the seeds)",
        Counters = [Received],
        Bytes = [new("a request of 64 B and its reply through a server, 10 at a time, one connection", 0, 0.5)],
    };

    public override Receiver CreateReceiver(IFrameSink sink, Socket socket, ReceiveBuffer buffer) =>
        new AsyncSocketReceiver(sink, socket, buffer);

    public override Sender CreateSender(
        IFrameSink sink, Socket socket, BufferPool pool, EngineLimits limits, SendPump pump, int writeBytesMax) =>
        new AsyncSocketSender(sink, socket, pool, limits, pump, writeBytesMax);
}
