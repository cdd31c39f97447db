using System.Text;
using PlayHouse.Lab.Model.Plans;

namespace PlayHouse.Lab.Reporting.Plans;

/// <summary>What a plan takes and decides, for a terminal. Pure; any thread.</summary>
public static class OutlookText
{
    private const double AlmostNever = 0.01;

    /// <summary>The whole outlook in lines of at most so many columns.</summary>
    public static string Of(PlanOutlook outlook, int width)
    {
        ArgumentNullException.ThrowIfNull(outlook);
        var text = new StringBuilder();
        Append(text, PlainText.Wrap($"{outlook.Plan.Experiment.Id}: {outlook.Plan.Experiment.Question}", width));
        text.Append('\n');
        Append(text, Looks(outlook, width));
        text.Append('\n');
        Append(text, PlainText.Wrap(Source(outlook.Noise), width));
        AppendPrimaries(text, outlook, width);
        AppendGuards(text, outlook, width);
        if (outlook.Unknown.Count > 0 && outlook.Noise.Kind != NoiseKind.Unknown)
        {
            text.Append('\n');
            Append(text, PlainText.Wrap($"Noise not known of: {string.Join(", ", outlook.Unknown.Select(VerdictWords.Label))}.", width));
        }

        text.Append('\n');
        Append(text, PlainText.Wrap(Conclusion(outlook), width));
        return text.ToString();
    }

    /// <summary>A chance for people: whole percent, never 0 or 100, because both come from simulated campaigns.</summary>
    public static string Chance(double chance) => chance switch
    {
        < AlmostNever => "< 1 %",
        > 1 - AlmostNever => "> 99 %",
        _ => $"{100 * chance:0} %",
    };

    /// <summary>Where the noise comes from, with what differs.</summary>
    public static string Source(NoiseSource source)
    {
        ArgumentNullException.ThrowIfNull(source);
        string when = source.MeasuredAt is { } at ? $", {Numbers.Time(at)} UTC" : "";
        string from = source.Kind switch
        {
            NoiseKind.PastRuns => $"Noise: of {Numbers.Counted(source.RunIds.Count, "past run")} of this scenario, load and layout ({string.Join(", ", source.RunIds)}{when}).",
            NoiseKind.Doctor => $"Noise: this machine's own measurement (plab doctor --noise{when}).",
            _ => "Noise: not known. No run in this workspace put this scenario under this load in this layout, and the machine has not measured itself. "
                + "'plab doctor --noise' does that in three minutes; an A/A run of the experiment ('plab run PATH --aa') tells more.",
        };
        return source.Caveat is null ? from : $"{from} {source.Caveat}";
    }

    /// <summary>What follows from it all.</summary>
    public static string Conclusion(PlanOutlook outlook)
    {
        ArgumentNullException.ThrowIfNull(outlook);
        if (outlook.Noise.Kind == NoiseKind.Unknown)
        {
            return "Whether this plan can decide is not known yet.";
        }

        if (outlook.IsHopeless)
        {
            return "This plan can decide nothing here: no primary metric has an even chance, neither for three times what matters nor for no change. "
                + "A quieter machine, longer windows or more blocks help; 'plab run --force' runs it all the same.";
        }

        GuardChance? weakest = outlook.Guards.MinBy(g => g.PassesAtLastLook);
        return weakest is { PassesAtLastLook: < PlanOutlook.HopelessBelow }
            ? $"A KEEP is unlikely: {VerdictWords.Label(weakest.Policy.Id)} passes with {Chance(weakest.PassesAtLastLook)} although nothing changed. Other verdicts remain."
            : "This plan can decide.";
    }

    private static IReadOnlyList<string> Looks(PlanOutlook outlook, int width)
    {
        TextTable table = new TextTable(width).Text("look", 6).Number("blocks").Number("time");
        for (int i = 0; i < outlook.Looks.Count; i++)
        {
            table.Row($"{i + 1}", Numbers.Count(outlook.Looks[i].Blocks), Numbers.Duration(outlook.Looks[i].Seconds));
        }

        return table.Lines();
    }

    private static void AppendPrimaries(StringBuilder text, PlanOutlook outlook, int width)
    {
        if (outlook.Primaries.Count == 0)
        {
            return;
        }

        TextTable table = new TextTable(width).Text("primary", 10).Number("noise").Number("matters").Number("+1").Number("+2").Number("+3").Number("no change").Number("sees");
        foreach (PrimaryChance chance in outlook.Primaries)
        {
            table.Row(
            [
                VerdictWords.Label(chance.Policy.Id), Numbers.Distance(chance.Deviation, chance.Policy), Numbers.Distance(chance.Delta, chance.Policy),
                .. chance.Improved.Select(Chance), Chance(chance.ShownEqual), Numbers.Distance(chance.DetectableAtLastLook, chance.Policy),
            ]);
        }

        text.Append('\n');
        Append(text, table.Lines());
        Append(text, PlainText.Wrap(
            "+1, +2, +3: chance that an improvement of one, two and three times what matters is found; no change: chance that none is shown to be none; "
            + "sees: the smallest change found four times in five at the last look; noise: standard deviation of a block.",
            width));
    }

    private static void AppendGuards(StringBuilder text, PlanOutlook outlook, int width)
    {
        if (outlook.Guards.Count == 0)
        {
            return;
        }

        TextTable table = new TextTable(width).Text("guard", 10).Number("noise").Number("matters").Number("first look").Number("last look");
        foreach (GuardChance guard in outlook.Guards)
        {
            table.Row(
                VerdictWords.Label(guard.Policy.Id), Numbers.Distance(guard.Deviation, guard.Policy), Numbers.Distance(guard.Delta, guard.Policy),
                Chance(guard.PassesAtFirstLook), Chance(guard.PassesAtLastLook));
        }

        text.Append('\n');
        Append(text, table.Lines());
        Append(text, PlainText.Wrap("Chance that the guard is shown to be no worse when nothing changed.", width));
    }

    private static void Append(StringBuilder text, IEnumerable<string> lines)
    {
        foreach (string line in lines)
        {
            text.Append(line).Append('\n');
        }
    }
}
