using System.Globalization;
using PlayHouse.Lab.Model.Screens;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Cli.Commands;

/// <summary>The small languages of the options of <c>plab screen</c>. Pure.</summary>
internal static class ScreenArguments
{
    private const string Final = "final";
    private const string All = "all";
    private const StringSplitOptions Tidy = StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries;

    /// <summary><c>SEAM=SECOND</c> or <c>SEAM=FIRST,SECOND</c>, several times.</summary>
    public static IReadOnlyList<ScreenToggle> Toggles(IReadOnlyList<string> texts)
    {
        ScreenToggle[] toggles = [.. texts.Select(Toggle)];
        string[] twice = [.. toggles.GroupBy(t => t.Seam).Where(g => g.Count() > 1).Select(g => g.Key)];
        return twice.Length == 0 ? toggles : throw new LabInputException([$"--toggle names {string.Join(", ", twice)} twice; a screen has two levels of each."]);
    }

    /// <summary>Stages by name; the second part says whether all kept against the baseline is run too.</summary>
    public static (IReadOnlyList<ScreenStage> Stages, bool IsFinal) Stages(string? text)
    {
        string[] words = [.. (text ?? "screen,ablate").Split(',', Tidy).Select(w => w.ToLowerInvariant())];
        if (words.Length == 0 || words.Any(w => w is not ("screen" or "ablate" or Final or All)))
        {
            throw new LabInputException([$"--stages takes screen, ablate, final or all, joined by commas, not '{text}'."]);
        }

        bool isAll = words.Contains(All);
        ScreenStage[] stages = [.. Enum.GetValues<ScreenStage>().Where(s => isAll || words.Contains(s.ToString().ToLowerInvariant()))];
        return stages.Length > 0
            ? (stages, isAll || words.Contains(Final))
            : throw new LabInputException(["--stages final needs screen or ablate with it. To compare all kept with the baseline only, run the experiment: plab run."]);
    }

    /// <summary>Names joined by commas; empty for none.</summary>
    public static IReadOnlyList<string> Names(string? text) => (text ?? "").Split(',', Tidy);

    /// <summary><c>base=200,a=-100,a*b=50</c>.</summary>
    public static IReadOnlyList<PlantedTerm> Planted(string? text) => [.. Names(text).Select(Term)];

    private static PlantedTerm Term(string text)
    {
        string[] sides = text.Split('=', StringSplitOptions.TrimEntries);
        return sides.Length == 2 && sides[0].Length > 0 && int.TryParse(sides[1], NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out int bytes)
            ? new PlantedTerm(sides[0] == "base" ? [] : sides[0].Split('*', StringSplitOptions.TrimEntries), bytes)
            : throw new LabInputException([$"--plant takes FACTORS=BYTES joined by commas, such as base=200,a=-100,a*b=50, not '{text}'."]);
    }

    private static ScreenToggle Toggle(string text)
    {
        string[] sides = text.Split('=', StringSplitOptions.TrimEntries);
        string[] levels = sides.Length == 2 ? sides[1].Split(',', StringSplitOptions.TrimEntries) : [];
        return levels.Length is 1 or 2 && sides[0].Length > 0 && levels.All(l => l.Length > 0)
            ? new ScreenToggle(sides[0], levels.Length == 2 ? levels[0] : null, levels[^1])
            : throw new LabInputException([$"--toggle takes SEAM=STRATEGY or SEAM=FIRST,SECOND, not '{text}'. 'plab strategies' lists both."]);
    }
}
