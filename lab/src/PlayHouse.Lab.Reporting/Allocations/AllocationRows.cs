using PlayHouse.Lab.Profiling.Estimates;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Profiling.Trees;

namespace PlayHouse.Lab.Reporting.Allocations;

/// <summary>A row of a table, whatever it is about.</summary>
/// <param name="Name">Full name of the site, type or method.</param>
/// <param name="Type">Type of a site; null otherwise.</param>
/// <param name="Source">File and line, where known.</param>
/// <param name="CalledFrom">For a site without source, the nearest caller that has one.</param>
/// <param name="Total">The estimate.</param>
/// <param name="Self">A method's own; null otherwise.</param>
/// <param name="Methods">How many methods allocate a type; null otherwise.</param>
internal sealed record AllocationRow(
    string Name, string? Type, string? Source, string? CalledFrom, AllocationEstimator Total, AllocationEstimator? Self = null, int? Methods = null)
{
    /// <summary>All rows of a view that is a table, largest first.</summary>
    public static IReadOnlyList<AllocationRow> Of(AllocationView view) => view.Kind switch
    {
        AllocationViewKind.Sites =>
            [.. SiteTable.Of(view.Stacks).Select(s => new AllocationRow(s.Site, s.Type, s.Where.Source, s.Where.CalledFrom, s.Estimate))],
        AllocationViewKind.Types =>
            [.. AllocationTables.Types(view.Stacks).Select(t => new AllocationRow(t.Type, null, null, null, t.Total, Methods: t.Methods))],
        AllocationViewKind.Methods =>
            [.. AllocationTables.Methods(view.Stacks).Select(m => new AllocationRow(m.Method.Name, null, m.Source, null, m.Total, m.Self))],
        _ => throw new ArgumentOutOfRangeException(nameof(view), view.Kind, "Not a table."),
    };
}
