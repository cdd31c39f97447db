using PlayHouse.Engine.Protocol;

namespace PlayHouse.Engine.Servers;

/// <summary>
/// Header of a message to a stage while it waits and is handled. A reused object behind the slot's reference, because a
/// header inside the slot would more than double what every client message copies through the mailbox.
/// </summary>
internal sealed class ServerMessage
{
    /// <summary>The header; empty while the object is in its pool.</summary>
    public RouteHeader Header;
}

/// <summary>
/// Free <see cref="ServerMessage"/> objects of a server. A list under a lock: they are taken on receiving threads and
/// given back on stages' threads. Any thread.
/// </summary>
internal sealed class ServerMessagePool
{
    /// <summary>Free objects kept; more go to the garbage collector.</summary>
    private const int FreeMax = 16 * 1024;

    private readonly Lock _gate = new();
    private readonly Stack<ServerMessage> _free = new();

    /// <summary>An object for a header; the caller gives it back once.</summary>
    public ServerMessage Take(in RouteHeader header)
    {
        ServerMessage? message;
        lock (_gate)
        {
            _free.TryPop(out message);
        }

        message ??= new ServerMessage();
        message.Header = header;
        return message;
    }

    public void Return(ServerMessage message)
    {
        message.Header = default;
        lock (_gate)
        {
            if (_free.Count < FreeMax)
            {
                _free.Push(message);
            }
        }
    }
}
