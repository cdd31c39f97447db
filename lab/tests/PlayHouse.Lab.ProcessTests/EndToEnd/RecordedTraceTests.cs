using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.EndToEnd.Tests;

/// <summary>
/// A recorded run with 1,024 planted bytes, three traces of each arm: the planted site is found at its size, and no other site differs.
/// <c>plab pack</c> wrote the file; <c>plab selftest planted-bytes</c> makes such a run.
/// </summary>
public sealed class RecordedTraceTests
{
    private const int PlantedBytes = 1_024;

    [Fact]
    public async Task PlantedBytes_AreAttributedToTheirLineAndToNoOther()
    {
        using var lab = new TempLab();
        await using LabService service = await lab.OpenAsync();
        RunRecord run = await service.UnpackAsync(Path.Combine(AppContext.BaseDirectory, "recorded", "planted-bytes.plabrun"), RunOrigin.Imported, CancellationToken.None);

        RunReport report = await service.ReportAsync(run.Id, CancellationToken.None);

        Assert.True(report.NoAttributionReason is null, report.NoAttributionReason);
        AllocationDifference planted = report.Attribution!.Sites.Single(s => s.Site.Contains("InjectedEffect.Apply", StringComparison.Ordinal));
        Assert.True(planted.IsDifferent, "the planted site is not among the different ones");
        Assert.Equal("System.Byte[]", planted.Type);
        Assert.StartsWith("InjectedEffect.cs:", planted.Source, StringComparison.Ordinal);
        SiteAssert.Holds(planted, PlantedBytes);
        Assert.All(report.Attribution.Sites.Where(s => s != planted), SiteAssert.MayBeEqual);
    }
}
