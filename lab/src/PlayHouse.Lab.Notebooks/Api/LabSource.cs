using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Packs;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Notebooks.Api;

/// <summary>
/// Opens the lab for a notebook: the reader's own runs where there are any, else the recorded sample in a store of its own that goes away
/// with it. Says which.
/// </summary>
public sealed class LabSource : IAsyncDisposable
{
    /// <summary>What <see cref="LabApi.Source"/> says of one's own runs.</summary>
    public const string Own = "the runs of this workspace";

    /// <summary>What it says of the sample.</summary>
    public const string Sample = "recorded runs of another machine (the sample that comes with the lab): this workspace has no runs yet";

    private readonly string? _folder;
    private readonly LabService? _sample;

    private LabSource(LabApi api, string? folder, LabService? sample) => (Api, _folder, _sample) = (api, folder, sample);

    /// <summary>The lab.</summary>
    public LabApi Api { get; }

    /// <summary>Opens it.</summary>
    /// <param name="own">The reader's store.</param>
    /// <param name="workspace">The reader's workspace.</param>
    /// <param name="samples">Folder with packed runs.</param>
    /// <param name="ct">Stops between runs of the sample.</param>
    public static async Task<LabSource> OpenAsync(ILabService own, LabWorkspace workspace, string samples, CancellationToken ct)
    {
        ArgumentNullException.ThrowIfNull(own);
        IReadOnlyList<string> packed = PackedRuns.In(samples);
        if (packed.Count == 0 || (await own.ListAsync(1, ct)).Count > 0)
        {
            return new LabSource(new LabApi(own, workspace, Own), null, null);
        }

        string folder = Directory.CreateTempSubdirectory("plab-sample-").FullName;
        LabService? sample = null;
        try
        {
            sample = await LabService.OpenAsync(new LabWorkspace(folder), ct);
            await PackedRuns.UnpackSampleAsync(sample, packed, ct);
            return new LabSource(new LabApi(sample, workspace, Sample, own), folder, sample);
        }
        catch
        {
            await RemoveAsync(sample, folder);
            throw;
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_folder is not null)
        {
            await RemoveAsync(_sample, _folder);
        }
    }

    private static async Task RemoveAsync(LabService? sample, string folder)
    {
        await (sample?.DisposeAsync() ?? ValueTask.CompletedTask);
        Directory.Delete(folder, recursive: true);
    }
}
