using PlayHouse.Lab.Profiling.Folding;

namespace PlayHouse.Dashboard.Model.Hotspots;

/// <summary>The ways to look at hot spots.</summary>
public enum HotspotView
{
    /// <summary>What is allocated.</summary>
    Types,

    /// <summary>Who allocates, with callers and callees of one.</summary>
    Methods,

    /// <summary>The tree as boxes.</summary>
    Flame,

    /// <summary>The tree as rows.</summary>
    Tree,
}

/// <summary>What a page of hot spots shows. Comes from its address: words that are not on a list count as the first of it.</summary>
public sealed record HotspotQuery
{
    private const int PatternsMax = 20;
    private const int TextLengthMax = 200;

    /// <summary>How it is looked at.</summary>
    public HotspotView View { get; init; }

    /// <summary>Arm; null for the first one.</summary>
    public string? Arm { get; init; }

    /// <summary>Method in focus as a pattern, or null.</summary>
    public string? Focus { get; init; }

    /// <summary>The only type that counts, or null.</summary>
    public string? Type { get; init; }

    /// <summary>Text that is looked for; empty for none.</summary>
    public string Search { get; init; } = "";

    /// <summary>Patterns of methods that go.</summary>
    public IReadOnlyList<string> Fold { get; init; } = [];

    /// <summary>Patterns of methods that are shown as one, with its name.</summary>
    public IReadOnlyList<string> Group { get; init; } = [];

    /// <summary>What happens to frames of the framework.</summary>
    public FrameworkFrames Framework { get; init; }

    /// <summary>True for the change between the arms.</summary>
    public bool IsDifference { get; init; }

    /// <summary>True shows paths that only the baseline has.</summary>
    public bool HasVanished { get; init; }

    /// <summary>True shows bytes of traced windows as they are, whatever work was done in them.</summary>
    public bool IsPerWindow { get; init; }

    /// <summary>True shows a method that calls itself once.</summary>
    public bool IsCollapsed { get; init; }

    /// <summary>Index of the frame that fills the picture; 0 for everything.</summary>
    public int At { get; init; }

    /// <summary>True when the view is a tree: only a tree has a change.</summary>
    public bool IsTree => View is HotspotView.Flame or HotspotView.Tree;

    /// <summary>Words of the address for <see cref="FrameworkFrames"/>, those of the command line.</summary>
    public static string Word(FrameworkFrames framework) => framework.ToString().ToLowerInvariant();

    /// <summary>The word of a view in the address.</summary>
    public static string Word(HotspotView view) => view.ToString().ToLowerInvariant();

    /// <summary>Reads a word of the address.</summary>
    public static T Parse<T>(string? word)
        where T : struct, Enum => Enum.GetValues<T>().FirstOrDefault(v => string.Equals(v.ToString(), word, StringComparison.OrdinalIgnoreCase));

    /// <summary>A text of the address, or null when it is empty or longer than a pattern may be.</summary>
    public static string? Text(string? text) => text?.Trim() is { Length: > 0 and <= FramePattern.CharactersMax } kept ? kept : null;

    /// <summary>The text that is looked for.</summary>
    public static string SearchText(string? text) => (text ?? "").Trim() is { Length: <= TextLengthMax } kept ? kept : "";

    /// <summary>Patterns of the address, at most so many as a page takes.</summary>
    public static IReadOnlyList<string> Patterns(IEnumerable<string>? texts) =>
        [.. (texts ?? []).Select(Text).OfType<string>().Distinct(StringComparer.Ordinal).Take(PatternsMax)];

    /// <summary>A switch of the address.</summary>
    public static bool Flag(string? text) => text == "true";

    /// <summary>The index of a frame in the address.</summary>
    public static int Frame(string? text) =>
        int.TryParse(text, System.Globalization.NumberStyles.None, System.Globalization.CultureInfo.InvariantCulture, out int frame) ? frame : 0;

    /// <summary>The question without what only moves or marks: two questions with the same one are answered by the same figures.</summary>
    public HotspotQuery Basis => this with
    {
        Search = "", At = 0, HasVanished = false, View = View == HotspotView.Tree ? HotspotView.Flame : View,
    };

    /// <summary>The same question with another view; a change is shown by trees only.</summary>
    public HotspotQuery In(HotspotView view)
    {
        HotspotQuery there = this with { View = view, At = 0 };
        return there.IsTree && IsTree ? there with { At = At } : there with { IsDifference = IsDifference && there.IsTree };
    }

    /// <summary>The question about an arm.</summary>
    public HotspotQuery Of(string arm) => this with { Arm = arm, IsDifference = false, At = 0 };

    /// <summary>The question what changed between the arms: about everything, in a tree.</summary>
    public HotspotQuery Change() => this with
    {
        IsDifference = true, View = IsTree ? View : HotspotView.Flame, Focus = null, Type = null, At = 0,
    };

    /// <summary>The address, relative to the first page.</summary>
    public string Href(string run)
    {
        List<string> parts = [];
        Add(parts, "view", Word(View));
        Add(parts, "arm", IsDifference ? null : Arm);
        Add(parts, "diff", IsDifference ? "true" : null);
        Add(parts, "focus", Focus);
        Add(parts, "type", Type);
        Add(parts, "framework", Framework == default ? null : Word(Framework));
        foreach (string fold in Fold)
        {
            Add(parts, "fold", fold);
        }

        foreach (string group in Group)
        {
            Add(parts, "group", group);
        }

        Add(parts, "vanished", HasVanished ? "true" : null);
        Add(parts, "perwindow", IsPerWindow ? "true" : null);
        Add(parts, "collapse", IsCollapsed ? "true" : null);
        Add(parts, "q", Search.Length > 0 ? Search : null);
        Add(parts, "at", At > 0 ? At.ToString(System.Globalization.CultureInfo.InvariantCulture) : null);
        return $"runs/{Uri.EscapeDataString(run)}/hotspots?{string.Join('&', parts)}";
    }

    private static void Add(List<string> parts, string name, string? value)
    {
        if (value is not null)
        {
            parts.Add($"{name}={Uri.EscapeDataString(value)}");
        }
    }
}
