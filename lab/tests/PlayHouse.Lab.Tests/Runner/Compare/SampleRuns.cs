using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner.Tests.Validate;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Runner.Tests.Compare;

/// <summary>The recorded runs of this checkout in a store of their own, unpacked once.</summary>
public sealed class SampleRuns : IAsyncLifetime
{
    private readonly LabWorkspace _workspace = new(Directory.CreateTempSubdirectory("plab-samples-").FullName);

    /// <summary>The lab over that store.</summary>
    public LabService Service { get; private set; } = null!;

    /// <summary>Name of the file and the run in it.</summary>
    public IReadOnlyList<(string File, RunReport Report)> Reports { get; private set; } = [];

    /// <inheritdoc/>
    public async Task InitializeAsync()
    {
        Service = await LabService.OpenAsync(_workspace, CancellationToken.None);
        List<(string, RunReport)> reports = [];
        foreach (string file in Directory.EnumerateFiles(Repository.PathOf("lab", "samples"), "*.plabrun").Order(StringComparer.Ordinal))
        {
            RunRecord run = await Service.UnpackAsync(file, RunOrigin.Sample, CancellationToken.None);
            reports.Add((Path.GetFileNameWithoutExtension(file), await Service.ReportAsync(run.Id, CancellationToken.None)));
        }

        Reports = reports;
    }

    /// <inheritdoc/>
    public async Task DisposeAsync()
    {
        await Service.DisposeAsync();
        Directory.Delete(_workspace.Root, recursive: true);
    }
}
