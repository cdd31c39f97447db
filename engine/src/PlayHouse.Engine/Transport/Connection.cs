using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.SendPumps;

namespace PlayHouse.Engine.Transport;

/// <summary>What a session needs of its transport: a receiver, a sender and two ways to end.</summary>
internal abstract class Connection
{
    /// <summary>
    /// One write takes at most this much where frames may be split, so that a client that reads a large frame slowly is
    /// seen to make progress.
    /// </summary>
    protected const int WriteBytesMax = 256 * 1024;

    /// <summary>The receiver; called once.</summary>
    public abstract Receiver CreateReceiver(IFrameSink sink, ReceiveBuffer buffer);

    /// <summary>The sender; called once.</summary>
    public abstract Sender CreateSender(IFrameSink sink, BufferPool pool, EngineLimits limits, SendPump pump);

    /// <summary>
    /// Tells the client that nothing more comes; receiving continues. Called once at most, after the last write; never throws.
    /// </summary>
    public abstract void ShutDownSending();

    /// <summary>Ends the connection at once; pending operations fail. Any thread, repeatable, never throws.</summary>
    public abstract void Abort();

    /// <summary>The session is over and no operation is pending.</summary>
    public virtual void Retire()
    {
    }
}
