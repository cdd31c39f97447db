using PlayHouse.Lab.Profiling.Estimates;

namespace PlayHouse.Lab.Profiling.Budgets;

/// <summary>What one type allocated at one place in a window.</summary>
/// <param name="Site">Site under the name that budgets use.</param>
/// <param name="Type">Type under the name that budgets use.</param>
/// <param name="Estimate">Bytes and objects of the window.</param>
public readonly record struct SiteAllocation(string Site, string Type, AllocationEstimator Estimate);

/// <summary>The allocations of one launch by site.</summary>
/// <param name="Messages">Messages in the window; above 0.</param>
/// <param name="Allocations">Cells, one site and type possibly more than once.</param>
public sealed record SiteWindow(double Messages, IReadOnlyList<SiteAllocation> Allocations);
