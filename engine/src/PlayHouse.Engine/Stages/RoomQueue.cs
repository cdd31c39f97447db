using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Stages;

/// <summary>
/// Readers that wait until their stage has room. Each names the load at which it may continue: half of what it met, so that
/// a mailbox with a small capacity of its own wakes its readers too. Any thread.
/// </summary>
internal sealed class RoomQueue
{
    private readonly Lock _gate = new();
    private readonly Queue<Receiver> _readers = new();
    private int _resumeAt = int.MaxValue;
    private volatile bool _isEmpty = true;

    public bool IsEmpty => _isEmpty;

    /// <summary>Adds a reader that may continue at <paramref name="resumeAt"/> messages or fewer.</summary>
    public void Add(Receiver reader, int resumeAt)
    {
        lock (_gate)
        {
            _readers.Enqueue(reader);
            _resumeAt = Math.Min(_resumeAt, resumeAt);
            _isEmpty = false;
        }

        // The stage must see the reader before the caller looks at the load, or both miss each other.
        Interlocked.MemoryBarrier();
    }

    /// <summary>Resumes every reader if <paramref name="messages"/> is low enough.</summary>
    public void ResumeUpTo(int messages)
    {
        lock (_gate)
        {
            if (messages > _resumeAt)
            {
                return;
            }

            while (_readers.TryDequeue(out Receiver? reader))
            {
                reader.Resume();
            }

            _resumeAt = int.MaxValue;
            _isEmpty = true;
        }
    }
}
