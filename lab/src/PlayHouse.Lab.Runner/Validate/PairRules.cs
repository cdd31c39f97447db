using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Scenarios;

namespace PlayHouse.Lab.Runner.Validate;

/// <summary>What a design can be asked in which both arms are alive and take turns. Pure.</summary>
internal static class PairRules
{
    /// <summary>What is wrong with an experiment of kind pairs or capacity; nothing with others.</summary>
    public static IEnumerable<FileProblemAt> Problems(ExperimentSpec spec)
    {
        if (!spec.Design.TakesTurns())
        {
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
