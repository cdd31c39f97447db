namespace PlayHouse.Dashboard.Model;

/// <summary>What a key does.</summary>
public enum KeyAction
{
    /// <summary>Goes to the page in <see cref="KeyBinding.Target"/>.</summary>
    Go,

    /// <summary>Puts the cursor into the page's search field.</summary>
    Search,

    /// <summary>Shows the list of keys.</summary>
    Help,

    /// <summary>Goes to the next row.</summary>
    NextRow,

    /// <summary>Goes to the previous row.</summary>
    PreviousRow,

    /// <summary>Opens the row under the cursor.</summary>
    OpenRow,

    /// <summary>Shows a picture as rows, or rows as a picture.</summary>
    Twin,

    /// <summary>Shows a method that calls itself once, or as often as it does.</summary>
    Recursion,

    /// <summary>Exchanges the two sides of a comparison.</summary>
    Swap,
}

/// <summary>One key or sequence of keys.</summary>
/// <param name="Keys">Keys one after the other, separated by a blank.</param>
/// <param name="What">What it does, for people.</param>
/// <param name="Action">What it does.</param>
/// <param name="Target">Page of <see cref="KeyAction.Go"/>, relative; empty for the rest.</param>
public sealed record KeyBinding(string Keys, string What, KeyAction Action, string Target = "");

/// <summary>The only list of keys: the script, the dialog and the help page read it.</summary>
public static class KeyMap
{
    /// <summary>Every key in the order in which people are told.</summary>
    public static IReadOnlyList<KeyBinding> All { get; } =
    [
        new("g o", "Overview", KeyAction.Go, "./"),
        new("g r", "Runs", KeyAction.Go, "runs"),
        new("g c", "Compare", KeyAction.Go, "compare"),
        new("g e", "Experiments", KeyAction.Go, "experiments"),
        new("g n", "New experiment", KeyAction.Go, "experiments/new"),
        new("g s", "Strategies", KeyAction.Go, "strategies"),
        new("g y", "History", KeyAction.Go, "history"),
        new("g b", "Notebooks", KeyAction.Go, "notebooks"),
        new("g h", "Help and settings", KeyAction.Go, "help"),
        new("/", "Search on this page", KeyAction.Search),
        new("j", "Next row", KeyAction.NextRow),
        new("k", "Previous row", KeyAction.PreviousRow),
        new("Enter", "Open the row", KeyAction.OpenRow),
        new("t", "Pictures as tables, a flame graph as a tree, and back", KeyAction.Twin),
        new("r", "Collapse recursion in a flame graph or tree", KeyAction.Recursion),
        new("x", "Swap A and B of a comparison", KeyAction.Swap),
        new("?", "This list", KeyAction.Help),
    ];
}
