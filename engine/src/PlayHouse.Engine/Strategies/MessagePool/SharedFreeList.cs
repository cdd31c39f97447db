using PlayHouse.Engine.Strategies.Mailbox;

namespace PlayHouse.Engine.Strategies.MessagePool;

/// <summary>The bounded list that all threads of one pool share, and the way to a thread's own stack. Any thread.</summary>
/// <param name="perThread">Objects each thread keeps.</param>
/// <param name="sharedMax">Objects the list keeps.</param>
internal sealed class SharedFreeList(int perThread, int sharedMax)
{
    [ThreadStatic]
    private static LocalFreeStack? _local;

    private readonly Lock _gate = new();
    private readonly Stack<RouteMessage> _free = new();

    public int PerThread => perThread;

    /// <summary>The calling thread's stack. A thread has one: it serves the pool that was used last.</summary>
    public LocalFreeStack Local
    {
        get
        {
            LocalFreeStack? local = _local;
            return local is not null && ReferenceEquals(local.Owner, this) ? local : Adopt(local);
        }
    }

    /// <summary>An object of the list, with some more for the thread's own stack; null when there is none.</summary>
    public RouteMessage? RentShared()
    {
        LocalFreeStack local = Local;
        lock (_gate)
        {
            if (!_free.TryPop(out RouteMessage? message))
            {
                return null;
            }

            for (int more = Half; more > 0 && _free.TryPop(out RouteMessage? spare); more--)
            {
                local.TryPush(spare);
            }

            return message;
        }
    }

    /// <summary>
    /// Takes an object that the thread's own stack has no room for, with some of that stack. What finds no room here either is garbage.
    /// </summary>
    public void ReturnShared(RouteMessage message)
    {
        LocalFreeStack local = Local;
        lock (_gate)
        {
            if (_free.Count >= sharedMax)
            {
                return;
            }

            _free.Push(message);
            for (int more = Half; more > 0 && _free.Count < sharedMax; more--)
            {
                _free.Push(local.TryPop()!);
            }
        }
    }

    private int Half => perThread / 2;

    /// <summary>Two pools on one thread: what the other one left here goes back to it.</summary>
    private LocalFreeStack Adopt(LocalFreeStack? other)
    {
        other?.Owner.TakeBack(other);
        return _local = new LocalFreeStack(this);
    }

    private void TakeBack(LocalFreeStack local)
    {
        lock (_gate)
        {
            while (_free.Count < sharedMax && local.TryPop() is { } message)
            {
                _free.Push(message);
            }
        }
    }
}
