using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Scenarios;

namespace PlayHouse.Lab.Runner.Validate;

/// <summary>What a design can be asked in which both arms are alive and take turns, and what one that launches them one after another. Pure.</summary>
internal static class PairRules
{
    /// <summary>What is wrong with the design for this load and scenario.</summary>
    public static IEnumerable<FileProblemAt> Problems(ExperimentSpec spec)
    {
        if (!spec.Design.TakesTurns())
        {
            if (spec.Load is { Mode: LoadMode.Open, RatePerSecond: null } && ScenarioCatalog.Find(spec.Scenario)?.Load.RatePerConnection is null)
            {
                yield return new("load.rate", "blocks of launches one after another have no pilots that find a rate", "rate: N in the file or --rate N, messages per second");
            }

            yield break;
        }

        if (ScenarioCatalog.Find(spec.Scenario) is { TakesTurns: false })
        {
            yield return new("design.kind", $"in scenario {spec.Scenario} the server acts without being asked, so two of them cannot take turns", "kind: sequential");
        }

        if (spec.Load.Mode == LoadMode.Closed && spec.Design.Kind == DesignKind.Pairs)
        {
            yield return new("load.mode", "a pair has saturated turns, which are a closed loop, and paced ones, which need a rate", "mode: open");
        }

        if (spec.Load.Hops)
        {
            yield return new("load.hops", "hops are recorded between two marks, and in a pair the turns of both arms lie between them", "kind: sequential, or hops: false");
        }

        if (spec.Design.WindowSeconds is not null && spec.Design.Kind == DesignKind.Pairs)
        {
            yield return new("design.windowSeconds", "a pair has turns of fixed length in place of a window", "leave windowSeconds out");
        }
    }
}
