using System.Net.Sockets;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.SendPumps;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Strategies.Sessions;

/// <summary>
/// How a plain TCP connection receives and sends. Everything else of a session (frames, limits, deadlines, close reasons,
/// back-pressure) is above and the same for all. Called once per connection, on any thread; what it makes ends with the
/// session, and the session is retired only after that. Disposed after the last session.
/// </summary>
internal abstract class SessionStrategy : ICounterSource, IAsyncDisposable
{
    /// <summary>Types that were built for the seam and those below it.</summary>
    public virtual IEnumerable<Type> Variants => [GetType()];

    /// <summary>The connection of an accepted socket, which it owns from now on.</summary>
    public abstract Connection CreateConnection(Socket socket);

    /// <summary>What it counts apart from its connections.</summary>
    public virtual void AddTo(CounterBlock block)
    {
    }

    /// <summary>Ends what it runs apart from its connections. Repeatable.</summary>
    public virtual ValueTask DisposeAsync() => ValueTask.CompletedTask;
}

/// <summary>One over the operations of <see cref="Socket"/>.</summary>
internal abstract class SocketSession : SessionStrategy
{
    public override Connection CreateConnection(Socket socket) => new TcpConnection(socket, this);

    /// <summary>The receiver, not started.</summary>
    public abstract Receiver CreateReceiver(IFrameSink sink, Socket socket, ReceiveBuffer buffer);

    public abstract Sender CreateSender(
        IFrameSink sink, Socket socket, BufferPool pool, EngineLimits limits, SendPump pump, int writeBytesMax);
}
