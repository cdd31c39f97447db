using PlayHouse.Engine.Strategies.Mailbox;

namespace PlayHouse.Engine.Strategies.MessagePool;

/// <summary>Free objects of one thread; only that thread touches them. Holds as many as the pool it serves wants.</summary>
internal sealed class LocalFreeStack(SharedFreeList owner)
{
    private readonly RouteMessage[] _free = new RouteMessage[owner.PerThread];
    private int _count;

    public SharedFreeList Owner => owner;

    public RouteMessage? TryPop() => _count == 0 ? null : _free[--_count];

    /// <summary>False when the stack is full.</summary>
    public bool TryPush(RouteMessage message)
    {
        if (_count == _free.Length)
        {
            return false;
        }

        // What is popped stays in the array until it is overwritten: at worst the array keeps as many objects as it is long.
        _free[_count++] = message;
        return true;
    }
}
