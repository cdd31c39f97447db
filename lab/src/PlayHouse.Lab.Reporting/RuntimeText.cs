using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting;

/// <summary>
/// What the runtime did in diagnostic launches, arms side by side, or in one trace. It describes; it names no culprit, because
/// collections carry no stack. Pure functions, any thread.
/// </summary>
public static class RuntimeText
{
    private const string Title = "What the runtime did in the diagnostic launches: traced, never timed. Medians of the launches, with their range.";

    /// <summary>Below this many collections in a launch a figure per second or per message hangs on single ones.</summary>
    private const int CollectionsMin = 10;

    private const string PriceTitle = "Bytes and what they cost: both, without a model between them.";

    /// <summary>A run: figures of its arms, then each arm's timeline and whatever it has to tell.</summary>
    /// <param name="report">The run.</param>
    /// <param name="profiles">Its runtime profiles.</param>
    /// <param name="arms">Arms to show, in order.</param>
    /// <param name="width">Columns of a line.</param>
    public static string Of(RunReport report, IReadOnlyList<RuntimeProfile> profiles, IReadOnlyList<string> arms, int width = PlainText.DefaultWidth)
    {
        ArgumentNullException.ThrowIfNull(report);
        ArgumentNullException.ThrowIfNull(profiles);
        ArgumentNullException.ThrowIfNull(arms);
        List<string> lines =
        [
            PlainText.CutEnd(PlainText.Clean($"{report.Run.Id}  {report.Run.ExperimentId}"), width),
            .. PlainText.Wrap(Title, width),
            "",
            .. Figures(profiles, arms, width),
            .. Few(profiles, arms, width),
        ];
        if (arms.Count == 2)
        {
            lines.AddRange(["", .. PlainText.Wrap(PriceTitle, width), .. Price(profiles, arms, width)]);
        }

        foreach (string arm in arms)
        {
            List<RuntimeProfile> usable = [.. profiles.Where(p => p.Arm == arm && p.Invalid.Count == 0)];
            lines.AddRange(["", PlainText.CutEnd($"== {VerdictWords.Arm(arm)} ==", width), .. RuntimeSections.Lines(usable, width)]);
        }

        lines.AddRange(TracingCostText.Lines(report, width) is { Count: > 0 } costs ? ["", .. costs] : []);
        lines.AddRange(profiles.Where(p => arms.Contains(p.Arm)).SelectMany(p => Remarks(p, width)));
        return string.Join('\n', lines) + "\n";
    }

    /// <summary>A trace of which nothing else is known.</summary>
    /// <param name="profile">What it holds.</param>
    /// <param name="file">Its name.</param>
    /// <param name="width">Columns of a line.</param>
    public static string Of(RuntimeProfile profile, string file, int width = PlainText.DefaultWidth)
    {
        ArgumentNullException.ThrowIfNull(profile);
        TextTable table = new TextTable(width).Text("over the whole trace", 20).Number("");
        foreach (RuntimeFigure figure in RuntimeFigures.All.Where(f => double.IsFinite(f.Read(profile)) && (f.IsAlwaysShown || f.Read(profile) != 0)))
        {
            table.Row(figure.Label, Numbers.Plain(figure.Read(profile)));
        }

        List<string> lines =
        [
            PlainText.CutEnd(PlainText.Clean($"{file}  {Numbers.Duration(profile.WindowMs / 1e3)}"), width),
            "",
            .. table.Lines(),
            "",
            .. RuntimeSections.Lines([profile], width),
            .. Remarks(profile, width),
        ];
        return string.Join('\n', lines) + "\n";
    }

    private static IReadOnlyList<string> Figures(IReadOnlyList<RuntimeProfile> profiles, IReadOnlyList<string> arms, int width)
    {
        TextTable table = new TextTable(width).Text("", 14);
        foreach (string arm in arms)
        {
            table.Number(VerdictWords.Arm(arm)).Number("range");
        }

        foreach (RuntimeFigure figure in RuntimeFigures.All)
        {
            RuntimeSpread[] spreads = [.. arms.Select(a => RuntimeFigures.Of(figure, a, profiles))];
            if (spreads.Any(s => s.Launches > 0 && (figure.IsAlwaysShown || s.High != 0)))
            {
                table.Row([figure.Label, .. spreads.SelectMany(s => (string[])[Numbers.Plain(s.Median), Range(s)])]);
            }
        }

        table.Row(["launches", .. arms.SelectMany(a => (string[])[Numbers.Count(profiles.Count(p => p.Arm == a && p.Invalid.Count == 0)), ""])]);
        return table.Lines();
    }

    private static IReadOnlyList<string> Price(IReadOnlyList<RuntimeProfile> profiles, IReadOnlyList<string> arms, int width)
    {
        TextTable table = new TextTable(width).Text("", 18).Number(VerdictWords.Arm(arms[0])).Number(VerdictWords.Arm(arms[1])).Number("change");
        foreach (RuntimeFigure figure in (RuntimeFigure[])[RuntimeFigures.AllocatedPerMessage, RuntimeFigures.CollectionsPerSecond, RuntimeFigures.PausePerSecond])
        {
            double left = RuntimeFigures.Of(figure, arms[0], profiles).Median;
            double right = RuntimeFigures.Of(figure, arms[1], profiles).Median;
            table.Row(figure.Label, Numbers.Plain(left), Numbers.Plain(right), Numbers.Signed(right - left));
        }

        return table.Lines();
    }

    private static IEnumerable<string> Few(IReadOnlyList<RuntimeProfile> profiles, IReadOnlyList<string> arms, int width)
    {
        bool isFew = profiles.Any(p => arms.Contains(p.Arm) && p.Invalid.Count == 0 && p.CollectionsCount < CollectionsMin);
        return isFew
            ? PlainText.Wrap($"A launch has fewer than {CollectionsMin} collections: figures of collections hang on single ones. A longer window or a higher rate gives more.", width)
            : [];
    }

    private static string Range(RuntimeSpread spread) =>
        spread.Launches > 1 ? $"{Numbers.Plain(spread.Low)}..{Numbers.Plain(spread.High)}" : "-";

    private static IEnumerable<string> Remarks(RuntimeProfile profile, int width)
    {
        string launch = profile.LaunchId.Length == 0 ? "" : $"{VerdictWords.Arm(profile.Arm)} ({profile.LaunchId}): ";
        IEnumerable<string> notes = profile.Notes.SelectMany(n => PlainText.Wrap($"{launch}{n}.", width, "  note: "));
        return profile.Invalid.Count == 0
            ? notes
            : notes.Concat(PlainText.Wrap($"{launch}{string.Join("; ", profile.Invalid)}.", width, "  NOT USED: "));
    }
}
