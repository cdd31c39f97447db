using System.Globalization;
using System.Text;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner.Execute;
using PlayHouse.Lab.Statistics.Blocks;

namespace PlayHouse.Lab.Runner.Warmups;

/// <summary>What the launches of one setting say.</summary>
/// <param name="Row">The setting with its launches.</param>
/// <param name="WarmupSeconds">Largest warm-up over the launches; null when one of them never became steady.</param>
/// <param name="IsNoisy">True when the compiler rested and something else was not steady in a launch.</param>
/// <param name="CpuAfter">CPU per message in the seconds after the warm-up, microseconds, one value per launch.</param>
/// <param name="CpuLate">CPU per message in the last seconds of the same launches.</param>
/// <param name="MethodsAfter">Methods compiled per second after the warm-up, median over launches.</param>
public sealed record WarmupSummary(
    WarmupRow Row, double? WarmupSeconds, bool IsNoisy, IReadOnlyList<double> CpuAfter, IReadOnlyList<double> CpuLate, double MethodsAfter)
{
    /// <summary>Seconds whose mean is compared.</summary>
    public const int SecondsCompared = 5;

    /// <summary>Median of the ratios of CPU per message after the warm-up to the last seconds, one ratio per launch; NaN without a launch.</summary>
    public double Ratio => CpuAfter.Count == 0 ? double.NaN : Resolution.Median(CpuAfter.Zip(CpuLate, (a, b) => a / b));

    /// <summary>Median, over the launches of the same rounds, of CPU per message after this warm-up to the last seconds of another setting.</summary>
    public double RatioTo(WarmupSummary other) => CpuAfter.Count == 0 || other.CpuLate.Count == 0 ? double.NaN : Resolution.Median(CpuAfter.Zip(other.CpuLate, (a, b) => a / b));

    /// <summary>Sums up a setting.</summary>
    public static WarmupSummary Of(WarmupRow row, double? offered)
    {
        ArgumentNullException.ThrowIfNull(row);
        WarmTarget?[] steady = [.. row.Launches.Select(l => SteadyTarget.Of(l.Seconds, offered))];
        double? warmup = steady.Length == 0 || steady.Any(s => s is null) ? null : steady.Max(s => s!.Seconds);
        var after = new List<double>();
        var late = new List<double>();
        var methods = new List<double>();
        foreach (WarmupLaunch launch in row.Launches)
        {
            WarmupSecond[] next = [.. launch.Seconds.Where(s => warmup is { } w && s.EndSeconds > w).Take(SecondsCompared)];
            WarmupSecond[] last = [.. launch.Seconds.TakeLast(SecondsCompared)];
            late.Add(Mean(last));
            if (next.Length > 0)
            {
                after.Add(Mean(next));
                methods.Add(next.Average(s => s.MethodsPerSecond));
            }
        }

        return new WarmupSummary(row, warmup, steady.Any(s => s?.Missing is not null), after, late, methods.Count == 0 ? double.NaN : Resolution.Median(methods));
    }

    private static double Mean(WarmupSecond[] seconds) => seconds.Average(s => s.CpuUsPerMessage ?? double.NaN);
}

/// <summary>The experiment about warm-up as a page. Pure; any thread.</summary>
public static class WarmupPage
{
    /// <summary>The page.</summary>
    /// <param name="result">What was measured.</param>
    /// <param name="machine">The machine in one line, for people.</param>
    public static string Of(WarmupResult result, string machine)
    {
        ArgumentNullException.ThrowIfNull(result);
        ArgumentNullException.ThrowIfNull(machine);
        WarmupOptions options = result.Options;
        WarmupSummary[] summaries = [.. result.Rows.Select(r => WarmupSummary.Of(r, options.RatePerSecond))];
        var page = new StringBuilder();
        page.Append("# How long a target warms up\n\n");
        page.Append(CultureInfo.InvariantCulture, $"Written by `./plab warmup`. Each launch is a fresh process of scenario {options.Scenario} at {Numbers.Count(options.RatePerSecond)} messages/s, layout {options.Layout.ToString().ToLowerInvariant()}, watched for\n");
        page.Append(CultureInfo.InvariantCulture, $"{Numbers.Plain(options.Seconds)} s; {options.Rounds} launches per setting in an order drawn for each round (seed {options.Seed}).\n");
        page.Append(CultureInfo.InvariantCulture, $"{PlainText.Clean(machine)}\n");
        if (!result.IsComplete)
        {
            page.Append("It was interrupted: not every launch was made.\n");
        }

        page.Append(CultureInfo.InvariantCulture, $"\nWarm-up: seconds of load until {Rule()}, the largest over the launches.\nAfter: CPU per message in the {WarmupSummary.SecondsCompared} s after it. Late: in the last {WarmupSummary.SecondsCompared} s of the same launches. Ratio: median over launches of after / late. To runtime late: the same against the last seconds of the first setting, round by round. A star: the compiler rested, CPU or rate did not.\n\n");
        page.Append("| setting | ready ms | warm-up s | CPU µs/msg after | late | ratio | to runtime late | methods/s after | B/msg | failed |\n|---|---|---|---|---|---|---|---|---|---|\n");
        foreach (WarmupSummary summary in summaries)
        {
            page.Append(Line(summary, summaries[0]));
        }

        page.Append("\nWhat a setting does:\n\n");
        foreach (WarmupRow row in result.Rows)
        {
            string variables = row.Setting.Variables.Count == 0 ? "no variable" : string.Join(' ', row.Setting.Variables.Select(v => $"{v.Key}={v.Value}"));
            page.Append(CultureInfo.InvariantCulture, $"- `{row.Setting.Id}`: {row.Setting.Meaning} (`{variables}`).\n");
        }

        AppendSeconds(page, result.Rows);
        return page.ToString();
    }

    private static string Rule() => string.Create(
        CultureInfo.InvariantCulture,
        $"{SteadyTarget.SecondsInARow} seconds in a row have fewer than {SteadyTarget.MethodsPerSecondMax} methods compiled, a CPU time per message at rest and a rate within {SteadyTarget.RateDistanceMax:P0} of the offered one");

    private static string Line(WarmupSummary summary, WarmupSummary reference)
    {
        IReadOnlyList<WarmupLaunch> launches = summary.Row.Launches;
        string warmup = launches.Count == 0 ? "–" : summary.WarmupSeconds is { } w ? w.ToString("0.0", CultureInfo.InvariantCulture) + (summary.IsNoisy ? "*" : "") : "never in one";
        return string.Create(
            CultureInfo.InvariantCulture,
            $"| {summary.Row.Setting.Id} | {Median(launches, l => l.ReadyMs):0} | {warmup} | {Median(summary.CpuAfter):0.0} | {Median(summary.CpuLate):0.0} | {summary.Ratio:0.000} | {summary.RatioTo(reference):0.000} | {summary.MethodsAfter:0.0} | {Median(launches, l => l.BytesPerMessage):0.0} | {summary.Row.Failures.Count} |\n");
    }

    private static void AppendSeconds(StringBuilder page, IReadOnlyList<WarmupRow> rows)
    {
        page.Append("\n## Second by second\n\nMedian over launches: methods compiled per second, and CPU µs per message.\n\n| second |");
        page.AppendJoin(" |", rows.Select(r => $" {r.Setting.Id}")).Append(" |\n|---|").AppendJoin("", rows.Select(_ => "---|")).Append('\n');
        int most = rows.SelectMany(r => r.Launches).Select(l => l.Seconds.Count).DefaultIfEmpty(0).Max();
        foreach (int second in Enumerable.Range(0, most).Where(s => s < 20 || s % 5 == 4))
        {
            page.Append(CultureInfo.InvariantCulture, $"| {second + 1} |");
            foreach (WarmupRow row in rows)
            {
                WarmupSecond[] seconds = [.. row.Launches.Where(l => l.Seconds.Count > second).Select(l => l.Seconds[second])];
                page.Append(CultureInfo.InvariantCulture, $" {Median(seconds, s => s.MethodsPerSecond):0} · {Median(seconds, s => s.CpuUsPerMessage ?? double.NaN):0.0} |");
            }

            page.Append('\n');
        }
    }

    private static double Median(IReadOnlyList<double> values) => values.Count == 0 ? double.NaN : Resolution.Median(values);

    private static double Median<T>(IReadOnlyList<T> items, Func<T, double> valueOf) => items.Count == 0 ? double.NaN : Resolution.Median(items.Select(valueOf));
}
