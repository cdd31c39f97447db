namespace PlayHouse.Lab.Load.Accounting;

/// <summary>What is remembered of one outstanding request.</summary>
internal struct RequestSlot
{
    /// <summary>When it was due; in closed loop when it was sent.</summary>
    public long DueNs;

    /// <summary>When the write that carried it began.</summary>
    public long SentNs;

    /// <summary>It counts in the measured window; decided once, before it is sent.</summary>
    public bool IsMeasured;
}
