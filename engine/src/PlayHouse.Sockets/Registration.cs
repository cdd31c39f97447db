namespace PlayHouse.Sockets;

/// <summary>A descriptor of a loop with its handler. Only the loop's thread may use it.</summary>
public sealed class Registration
{
    private readonly EventLoop _loop;

    internal Registration(EventLoop loop, NonBlockingSocket socket, IDescriptorHandler handler, ulong token)
    {
        (_loop, Socket, Handler, Token) = (loop, socket, handler, token);
    }

    /// <summary>It has not been removed yet.</summary>
    public bool IsActive { get; private set; } = true;

    /// <summary>Its socket.</summary>
    public NonBlockingSocket Socket { get; }

    internal IDescriptorHandler Handler { get; }

    /// <summary>Place in the loop's table, and how often that place was used before.</summary>
    internal ulong Token { get; }

    internal bool IsRunAgain { get; set; }

    /// <summary>
    /// The handler left something behind and is called again, as readable, when all other ready descriptors have had their turn.
    /// </summary>
    public void RunAgain()
    {
        if (IsActive && !IsRunAgain)
        {
            IsRunAgain = true;
            _loop.QueueAgain(this);
        }
    }

    /// <summary>
    /// Takes the descriptor out of the loop, before it is closed. Events that are on their way are dropped. May come twice.
    /// </summary>
    public void Remove()
    {
        if (IsActive)
        {
            IsActive = false;
            _loop.Remove(this);
        }
    }
}
