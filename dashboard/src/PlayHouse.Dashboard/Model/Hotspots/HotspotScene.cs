using PlayHouse.Lab.Profiling.Estimates;
using PlayHouse.Lab.Profiling.Folding;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Profiling.Trees;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Reporting.Allocations;
using PlayHouse.Lab.Reporting.Flames;

namespace PlayHouse.Dashboard.Model.Hotspots;

/// <summary>A method with those who call it and what it calls.</summary>
/// <param name="Name">Short name.</param>
/// <param name="Full">Whole name.</param>
/// <param name="Total">Everything allocated while it is on the stack.</param>
/// <param name="Self">What it allocates itself.</param>
/// <param name="Callers">Its direct callers.</param>
/// <param name="Uncalled">What it allocated without a caller on the stack; null for nothing.</param>
/// <param name="Callees">What it calls and allocates itself.</param>
public sealed record HotspotSandwich(
    string Name, string Full, HotspotFigures Total, HotspotFigures Self, IReadOnlyList<HotspotRow> Callers, HotspotFigures? Uncalled, IReadOnlyList<HotspotRow> Callees);

/// <summary>What a page shows of one arm: figures, or why there are none.</summary>
public sealed record HotspotScene
{
    /// <summary>Arm that is shown; empty without one.</summary>
    public string Arm { get; init; } = "";

    /// <summary>What stands over the figures: how much was traced, and what the estimate is against the exact counter.</summary>
    public IReadOnlyList<string> Head { get; init; } = [];

    /// <summary>What is wrong with the question, for people; empty is good.</summary>
    public IReadOnlyList<string> Problems { get; init; } = [];

    /// <summary>Unit of the figures.</summary>
    public string Unit => View?.Scale.Unit ?? Flame?.Unit ?? "";

    /// <summary>Rows of a table.</summary>
    public IReadOnlyList<HotspotRow> Rows { get; init; } = [];

    /// <summary>The method in focus, on the page of methods.</summary>
    public HotspotSandwich? Sandwich { get; init; }

    /// <summary>The picture.</summary>
    public FlamePayload? Flame { get; init; }

    internal AllocationView? View { get; init; }
}

/// <summary>Makes what a page shows, in the way of <c>plab hotspots</c>. Pure.</summary>
internal static class HotspotScenes
{
    private const int SuggestionsMax = 5;

    /// <summary>The arms that have traces, in the order of the plan.</summary>
    public static IReadOnlyList<string> Arms(IReadOnlyList<AllocationStacks> windows, string baseline) =>
        [.. windows.Select(w => w.Arm).Distinct().OrderByDescending(a => a == baseline)];

    /// <summary>What the page shows; never throws on what its address says.</summary>
    public static HotspotScene Of(string run, IReadOnlyList<AllocationStacks> windows, string baseline, HotspotQuery query)
    {
        IReadOnlyList<string> arms = Arms(windows, baseline);
        string arm = arms.FirstOrDefault(a => a == query.Arm) ?? arms[0];
        AllocationStacks[] chosen = [.. windows.Where(w => w.Arm == arm)];
        try
        {
            return Of(run, chosen, query) with { Arm = arm };
        }
        catch (FramePatternException wrong)
        {
            return new HotspotScene { Arm = arm, Problems = [wrong.Message] };
        }
    }

    private static HotspotScene Of(string run, AllocationStacks[] windows, HotspotQuery query)
    {
        FramePattern? focus = query.Focus is { } method ? FramePattern.Parse(method) : null;
        StackFolding folding = new()
        {
            Framework = query.Framework,
            Fold = [.. query.Fold.Select(FramePattern.Parse)],
            Groups = [.. query.Group.Select(FrameGroup.Parse)],
        };
        if (query.Type is { } type && !windows.Any(w => w.Types.Contains(type)))
        {
            return new HotspotScene { Problems = [$"No sample is of the type '{PlainText.Clean(type)}'."] };
        }

        var question = new AllocationQuestion { Kind = Kind(query), Folding = folding, Focus = focus, Type = query.Type };
        if (AllocationViews.Of(windows, $"run {run}", question) is not { } view)
        {
            return new HotspotScene { Problems = [NoSuchMethod(windows, focus!.Text)] };
        }

        var scene = new HotspotScene { View = view, Head = [.. AllocationHead.Sentences(view)] };
        return query.View switch
        {
            HotspotView.Types => scene with { Rows = HotspotRows.Types(view) },
            HotspotView.Methods => scene with { Rows = HotspotRows.Methods(view), Sandwich = Sandwich(view) },
            _ => scene with { Flame = AllocationFlame.Of(view, query.IsCollapsed) },
        };
    }

    // With a focus the methods keep their callers, as plab hotspots --by callers has them: the table stays whole.
    private static AllocationViewKind Kind(HotspotQuery query) => query.View switch
    {
        HotspotView.Types => AllocationViewKind.Types,
        HotspotView.Methods => query.Focus is null ? AllocationViewKind.Methods : AllocationViewKind.Callers,
        _ => AllocationViewKind.Flame,
    };

    private static HotspotSandwich? Sandwich(AllocationView view)
    {
        if (view.Method is not { } isMethod || MethodSandwich.Of(view.Stacks, isMethod) is not { } sandwich)
        {
            return null;
        }

        double largest = sandwich.Total.Bytes;
        AllocationEstimator uncalled = sandwich.Callers.SelfOf(AllocationTree.Root);
        return new HotspotSandwich(
            PlainText.Clean(SiteName.Method(sandwich.Method.Name)), sandwich.Method.Name,
            HotspotRows.Figures(view, sandwich.Total, largest), HotspotRows.Figures(view, sandwich.Self, largest),
            HotspotRows.Below(view, sandwich.Callers), uncalled.Samples > 0 ? HotspotRows.Figures(view, uncalled, largest) : null,
            HotspotRows.Below(view, sandwich.Callees));
    }

    private static string NoSuchMethod(AllocationStacks[] windows, string focus)
    {
        string word = focus.Trim('*', '/');
        string[] near =
        [
            .. windows.SelectMany(w => w.Table.Frames).Select(f => f.Name).Where(n => n.Contains(word, StringComparison.OrdinalIgnoreCase))
                .Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal).Take(SuggestionsMax),
        ];
        string hint = near.Length > 0 ? $" Methods that contain it: {string.Join(", ", near)}." : " The page of methods lists all of them.";
        return PlainText.Clean($"No sampled stack has a method '{focus}'.{hint}");
    }
}
