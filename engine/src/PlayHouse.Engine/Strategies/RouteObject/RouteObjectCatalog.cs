namespace PlayHouse.Engine.Strategies.RouteObject;

/// <summary>Descriptors of the route-object seam.</summary>
internal static class RouteObjectCatalog
{
    /// <summary>Id of the seam.</summary>
    public const string SeamId = "route-object";

    private const string Counter = "seam.route-object";

    /// <summary>Items unwrapped on the stage.</summary>
    public static StrategyCounter PerMessageObjectUnwrapped { get; } = new(SeamId, "per-message-object", "unwrapped", "items unwrapped on the stage", StrategyCounter.Shared);

    /// <summary>Items unwrapped on the stage.</summary>
    public static StrategyCounter PooledObjectUnwrapped { get; } = new(SeamId, "pooled-object", "unwrapped", "items unwrapped on the stage", StrategyCounter.Shared);

    /// <summary>Items unwrapped on the stage.</summary>
    public static StrategyCounter StructSlotUnwrapped { get; } = new(SeamId, "struct-slot", "unwrapped", "items unwrapped on the stage", StrategyCounter.Shared);

    /// <summary>New object per item.</summary>
    public static StrategyDescriptor PerMessageObject { get; } = new()
    {
        Seam = SeamId,
        Id = "per-message-object",
        Summary = "A new message object per mailbox item.",
        Source = "seed 000 (its state before section 7)",
        Counter = Counter,
        Counters = [PerMessageObjectUnwrapped],
    };

    /// <summary>Pooled object.</summary>
    public static StrategyDescriptor PooledObject { get; } = new()
    {
        Seam = SeamId,
        Id = "pooled-object",
        Summary = "A message object from the message-pool seam per mailbox item.",
        Source = "seed 000 (section 2.1)",
        Counter = Counter,
        Counters = [PooledObjectUnwrapped],
    };

    /// <summary>Slot by value.</summary>
    public static StrategyDescriptor StructSlot { get; } = new()
    {
        Seam = SeamId,
        Id = "struct-slot",
        Summary = "The slot is stored in the mailbox by value; no object.",
        Source = "seed 000 (section 7 removes the object)",
        IsDefault = true,
        Counter = Counter,
        Counters = [StructSlotUnwrapped],
    };

    /// <summary>The seam.</summary>
    public static SeamDescriptor Seam { get; } = new(
        SeamId,
        "Form in which a slot lies in the mailbox: wrapped on receive, unwrapped on the stage.",
        "What does one object per message cost, and does removing it buy what the seed claims?",
        [PerMessageObject, PooledObject, StructSlot]);
}
