using PlayHouse.Lab.Model.Decisions;
using PlayHouse.Lab.Reporting.Decisions;
using PlayHouse.Lab.Runner.Validate;

namespace PlayHouse.Dashboard.Model;

/// <summary>A seam in which the workspace differs from what is shipped.</summary>
/// <param name="Seam">Seam id.</param>
/// <param name="Shipped">The shipped default.</param>
/// <param name="Used">What the workspace uses.</param>
public sealed record UsedStrategy(string Seam, string Shipped, string Used)
{
    /// <summary>One row per seam that differs, by name.</summary>
    public static IReadOnlyList<UsedStrategy> Of(WorkspaceStrategies strategies)
    {
        ArgumentNullException.ThrowIfNull(strategies);
        return
        [
            .. strategies.Set.OrderBy(s => s.Key, StringComparer.Ordinal)
                .Select(s => new UsedStrategy(s.Key, EngineCatalog.Shipped.Seam(s.Key)?.Default.Id ?? "–", DecisionWords.Setting(s.Value))),
        ];
    }
}
