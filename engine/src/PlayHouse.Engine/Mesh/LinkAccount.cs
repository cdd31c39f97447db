namespace PlayHouse.Engine.Mesh;

/// <summary>
/// What became of the messages handed to the network for one peer. libzmq does not tell what a broken connection lost, so
/// the sender says from time to time how many messages it has handed over (a checkpoint) and the receiver answers how many
/// of them it has never seen. Guarded by the peer's lock.
/// </summary>
internal sealed class LinkAccount
{
    private long _missing;
    private uint _incarnation;
    private long _checkpointBytes;

    /// <summary>Tells the accounts of two objects for the same peer apart.</summary>
    public long Epoch { get; } = Random.Shared.NextInt64(1, long.MaxValue);

    /// <summary>Messages handed to the network.</summary>
    public long Handed { get; private set; }

    public long HandedBytes { get; private set; }

    /// <summary>Messages up to which the peer has answered.</summary>
    public long Confirmed { get; private set; }

    public long ConfirmedBytes { get; private set; }

    /// <summary>Messages handed over at the last checkpoint sent.</summary>
    public long CheckpointAt { get; private set; }

    /// <summary>True while an answer is awaited.</summary>
    public bool IsCheckpointOpen { get; private set; }

    /// <summary>True when the peer has ever answered. One that never does makes every loss an upper bound.</summary>
    public bool HasAnswered => _incarnation != 0;

    /// <summary>Bytes the network has and the peer has not answered for.</summary>
    public long UnconfirmedBytes => HandedBytes - ConfirmedBytes;

    public long BytesSinceCheckpoint => HandedBytes - _checkpointBytes;

    public void Hand(int messages, long bytes)
    {
        Handed += messages;
        HandedBytes += bytes;
    }

    /// <summary>Notes that a checkpoint at the present count goes out.</summary>
    public void OpenCheckpoint()
    {
        IsCheckpointOpen = true;
        CheckpointAt = Handed;
        _checkpointBytes = HandedBytes;
    }

    /// <summary>Takes an answer and returns how many messages turned out lost.</summary>
    /// <param name="incarnation">Process that answers, never 0.</param>
    /// <param name="at">Count of the checkpoint it answers.</param>
    /// <param name="missing">How many of those messages this process has never seen.</param>
    /// <param name="isRestarted">True when another process answered before: what that one held is gone.</param>
    public long Answer(uint incarnation, long at, long missing, out bool isRestarted)
    {
        isRestarted = false;
        if (incarnation == 0 || at < Confirmed || at > Handed || missing < 0 || missing > at)
        {
            return 0;
        }

        isRestarted = _incarnation != 0 && incarnation != _incarnation;
        // To a new process everything the one before it received is missing: what that one confirmed is not lost.
        long known = incarnation == _incarnation ? _missing : Confirmed;
        _incarnation = incarnation;
        _missing = missing;
        Confirmed = at;
        if (at == CheckpointAt)
        {
            IsCheckpointOpen = false;
            ConfirmedBytes = _checkpointBytes;
        }

        return Math.Max(0, missing - known);
    }

    /// <summary>
    /// Gives up on what is not confirmed and returns how many messages that are; an upper bound, because the last answer may be
    /// on its way.
    /// </summary>
    public long Abandon()
    {
        long lost = Handed - Confirmed;
        Confirmed = Handed;
        ConfirmedBytes = HandedBytes;
        return lost;
    }
}
