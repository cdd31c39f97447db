namespace PlayHouse.Engine.Stages;

/// <summary>How far the slot in work has come.</summary>
internal enum SlotProgress
{
    /// <summary>Everything in it is handled.</summary>
    Done,

    /// <summary>A handler awaits; the stage waits for it.</summary>
    Pending,

    /// <summary>The run has taken its time.</summary>
    OutOfBudget,
}
