using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Notebooks.Api;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Packs;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Notebooks.Tests;

/// <summary>A real store with the recorded runs that come with the lab.</summary>
internal sealed class SampleLab : IAsyncDisposable
{
    private readonly LabWorkspace _workspace = new(Directory.CreateTempSubdirectory("plab-notebook-").FullName);
    private LabService _service = null!;
    private LabService? _another;

    public LabApi Api { get; private set; } = null!;

    public IReadOnlyList<RunReport> Runs { get; private set; } = [];

    public string Folder => _workspace.Root;

    public LabWorkspace Workspace => _workspace;

    public ILabService Service => _service;

    /// <summary>Another service of the same workspace.</summary>
    public ILabService Another => _another!;

    public static async Task<SampleLab> OpenAsync()
    {
        SampleLab lab = new();
        lab._service = await LabService.OpenAsync(lab._workspace, CancellationToken.None);
        lab._another = await LabService.OpenAsync(lab._workspace, CancellationToken.None);
        await PackedRuns.UnpackSampleAsync(lab._service, PackedRuns.In(Path.Combine(AppContext.BaseDirectory, "samples")), CancellationToken.None);
        lab.Runs = await lab._service.ListAsync(100, CancellationToken.None);
        lab.Api = new LabApi(lab._service, lab._workspace, LabSource.Sample);
        return lab;
    }

    public async ValueTask DisposeAsync()
    {
        await _another!.DisposeAsync();
        await _service.DisposeAsync();
        Directory.Delete(_workspace.Root, recursive: true);
    }
}
