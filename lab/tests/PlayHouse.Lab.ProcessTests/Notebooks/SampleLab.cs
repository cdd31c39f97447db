using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Notebooks.Api;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Packs;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Notebooks.Tests;

/// <summary>A real store with the recorded runs that come with the lab.</summary>
internal sealed class SampleLab : IAsyncDisposable
{
    // Unpacked once; every test has a copy of its own.
    private static readonly SemaphoreSlim Gate = new(1);
    private static string? _unpacked;

    private LabService _service = null!;
    private LabService _another = null!;

    public LabWorkspace Workspace { get; } = new(Directory.CreateTempSubdirectory("plab-notebook-").FullName);

    public LabApi Api { get; private set; } = null!;

    public IReadOnlyList<RunReport> Runs { get; private set; } = [];

    public string Folder => Workspace.Root;

    public ILabService Service => _service;

    /// <summary>Another service of the same workspace.</summary>
    public ILabService Another => _another;

    public static async Task<SampleLab> OpenAsync()
    {
        SampleLab lab = new();
        Copy(await UnpackedAsync(), lab.Folder);
        lab._service = await LabService.OpenAsync(lab.Workspace, CancellationToken.None);
        lab._another = await LabService.OpenAsync(lab.Workspace, CancellationToken.None);
        lab.Runs = await lab._service.ListAsync(100, CancellationToken.None);
        lab.Api = new LabApi(lab._service, lab.Workspace, LabSource.Sample);
        return lab;
    }

    public async ValueTask DisposeAsync()
    {
        await _another.DisposeAsync();
        await _service.DisposeAsync();
        Directory.Delete(Folder, recursive: true);
    }

    private static async Task<string> UnpackedAsync()
    {
        await Gate.WaitAsync();
        try
        {
            return _unpacked ??= await UnpackAsync();
        }
        finally
        {
            Gate.Release();
        }
    }

    private static async Task<string> UnpackAsync()
    {
        string folder = Directory.CreateTempSubdirectory("plab-notebooks-").FullName;
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Directory.Delete(folder, recursive: true);
        await using LabService service = await LabService.OpenAsync(new LabWorkspace(folder), CancellationToken.None);
        await PackedRuns.UnpackSampleAsync(service, PackedRuns.In(Path.Combine(AppContext.BaseDirectory, "samples")), CancellationToken.None);
        return folder;
    }

    private static void Copy(string from, string to)
    {
        foreach (string file in Directory.EnumerateFiles(from, "*", SearchOption.AllDirectories))
        {
            string target = Path.Combine(to, Path.GetRelativePath(from, file));
            Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            File.Copy(file, target);
        }
    }
}
