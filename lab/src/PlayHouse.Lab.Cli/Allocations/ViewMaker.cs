using PlayHouse.Lab.Profiling.Folding;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Profiling.Trees;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Reporting.Allocations;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Cli.Allocations;

/// <summary>Makes one view per arm of what was loaded.</summary>
internal static class ViewMaker
{
    private const int SuggestionsMax = 5;

    /// <summary>The views, in the order in which the arms were traced.</summary>
    /// <param name="source">What was loaded.</param>
    /// <param name="folding">Folding without a focus.</param>
    /// <param name="kind">How it is looked at.</param>
    /// <param name="focus">The method in focus, or null.</param>
    /// <param name="rowsMax">Rows; 0 for all.</param>
    public static IReadOnlyList<AllocationView> Of(StackSource source, StackFolding folding, AllocationViewKind kind, FramePattern? focus, int rowsMax)
    {
        var question = new AllocationQuestion { Kind = kind, Folding = folding, Focus = focus, RowsMax = rowsMax };
        var views = new List<AllocationView>();
        foreach (IGrouping<string, AllocationStacks> arm in source.Windows.GroupBy(w => w.Arm))
        {
            AllocationStacks[] windows = [.. arm];
            AllocationView view = AllocationViews.Of(windows, source.Title, question) ?? throw NoSuchMethod(StacksMerge.Of(windows), focus!.Text);
            views.Add(view with { Seconds = source.Seconds, Notes = source.Notes });
        }

        return views;
    }

    private static LabInputException NoSuchMethod(AllocationStacks stacks, string focus)
    {
        string word = focus.Trim('*', '/');
        string[] methods = [.. AllocationTables.Methods(stacks).Select(m => m.Method.Name)];
        string[] near = [.. methods.Where(m => m.Contains(word, StringComparison.OrdinalIgnoreCase)).Take(SuggestionsMax)];
        string hint = near.Length > 0 ? $" Methods that contain it: {string.Join(", ", near)}."
            : NearestWord.Find(word, methods.Select(m => m[(m.LastIndexOf('.') + 1)..])) is { } nearest ? $" Did you mean '{nearest}'?"
            : " plab hotspots SOURCE --by methods lists them.";
        return new LabInputException([$"No sampled stack has a method '{focus}'.{hint}"]);
    }
}
