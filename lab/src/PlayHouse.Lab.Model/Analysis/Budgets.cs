namespace PlayHouse.Lab.Model.Analysis;

/// <summary>What the sites of a pattern may allocate per message.</summary>
/// <param name="At">Pattern of the call site, <c>role@Method</c> or the method's name; <c>*</c> is any run of characters.</param>
/// <param name="Type">Pattern of the allocated type; <c>*</c> for all.</param>
/// <param name="MaxBytes">Most bytes per message; null for no limit.</param>
/// <param name="MaxObjects">Most objects per message; null for no limit.</param>
public sealed record Budget(string At, string Type, double? MaxBytes, double? MaxObjects);

/// <summary>What the data say about a budget.</summary>
public enum BudgetState
{
    /// <summary>The upper limit of the interval is within the budget.</summary>
    Pass,

    /// <summary>The lower limit of the interval is above the budget.</summary>
    Fail,

    /// <summary>The interval holds the budget, or there is no trace.</summary>
    NotEnoughData,
}

/// <summary>One checked number of a budget.</summary>
/// <param name="Budget">The budget.</param>
/// <param name="IsObjects">True for objects per message, false for bytes.</param>
/// <param name="Max">Its limit.</param>
/// <param name="PerMessage">Estimate per message.</param>
/// <param name="Low">Lower 95 % limit.</param>
/// <param name="High">Upper 95 % limit; without any sample what can have been missed.</param>
/// <param name="Samples">Samples behind it.</param>
/// <param name="Sites">Sites and types that the pattern covers and that were seen.</param>
/// <param name="State">What it says.</param>
public sealed record BudgetCheck(
    Budget Budget, bool IsObjects, double Max, double PerMessage, double Low, double High, int Samples, int Sites, BudgetState State);
