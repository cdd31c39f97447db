using System.Globalization;
using System.Text;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting;

/// <summary>
/// The estimates of a run as comma-separated values (RFC 4180, LF) with every digit: a row per metric. A change on the ratio scale is a share
/// (-0.35 is 35 % less), on the difference scale it is in the metric's unit. No cell is a formula. Pure functions, any thread.
/// </summary>
public static class MetricCsv
{
    /// <summary>The document with a header line; the header alone for a run without a verdict.</summary>
    public static string Of(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        StringBuilder text = new("run,metric,role,unit,better,scale,baseline,other arm,baseline level,other level,change,low,high,level,blocks,class,arms agree with change\n");
        foreach (MetricEstimate estimate in report.Verdict?.Estimates ?? [])
        {
            Csv.Line(text, Cells(report, estimate));
        }

        return text.ToString();
    }

    private static string[] Cells(RunReport report, MetricEstimate estimate) =>
    [
        report.Run.Id, estimate.Policy.Id, LabJson.Word(estimate.Policy.Role), estimate.Policy.Unit, LabJson.Word(estimate.Policy.Direction), LabJson.Word(estimate.Policy.Scale),
        report.Run.Plan.Baseline.Name, report.Run.Plan.Other.Name, Exact(estimate.BaselineMedian), Exact(estimate.OtherMedian),
        Exact(estimate.ShownChange), Exact(estimate.ShownLow), Exact(estimate.ShownHigh), Exact(estimate.Confidence),
        estimate.Blocks.ToString(CultureInfo.InvariantCulture), VerdictWords.Long(estimate), ColumnAgreement.Holds(estimate) ? "yes" : "no",
    ];

    private static string Exact(double value) => double.IsFinite(value) ? value.ToString("R", CultureInfo.InvariantCulture) : "";
}
