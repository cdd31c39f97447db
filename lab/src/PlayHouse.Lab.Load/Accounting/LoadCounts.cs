namespace PlayHouse.Lab.Load.Accounting;

/// <summary>Counts of requests; of one connection or summed over all.</summary>
internal struct LoadCounts
{
    public long Offered;
    public long Sent;
    public long Skipped;

    /// <summary>Replies that belong to a sent request, right, wrong or with an error code.</summary>
    public long Received;
    public long Lost;

    /// <summary>Part of <see cref="Received"/>.</summary>
    public long ErrorReplies;

    /// <summary>Replies with wrong id, bytes or order (part of <see cref="Received"/>), and replies to nothing that was sent.</summary>
    public long WrongReplies;

    /// <summary>Every offered request was sent or skipped, every sent one received or lost, once nothing is outstanding.</summary>
    public readonly bool IsConserved => Offered == Sent + Skipped && Sent == Received + Lost;

    public static LoadCounts Sum(in LoadCounts first, in LoadCounts second)
    {
        LoadCounts sum = first;
        sum.Add(second);
        return sum;
    }

    public static LoadCounts Difference(in LoadCounts first, in LoadCounts second) => new()
    {
        Offered = first.Offered - second.Offered,
        Sent = first.Sent - second.Sent,
        Skipped = first.Skipped - second.Skipped,
        Received = first.Received - second.Received,
        Lost = first.Lost - second.Lost,
        ErrorReplies = first.ErrorReplies - second.ErrorReplies,
        WrongReplies = first.WrongReplies - second.WrongReplies,
    };

    public void Add(in LoadCounts other)
    {
        Offered += other.Offered;
        Sent += other.Sent;
        Skipped += other.Skipped;
        Received += other.Received;
        Lost += other.Lost;
        ErrorReplies += other.ErrorReplies;
        WrongReplies += other.WrongReplies;
    }
}
