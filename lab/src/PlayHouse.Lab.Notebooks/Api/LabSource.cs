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

    /// <summary>Whose results a notebook sees: <see cref="Own"/> or <see cref="Sample"/>.</summary>
    /// <param name="own">The reader's store.</param>
    /// <param name="samples">Folder with packed runs.</param>
    /// <param name="ct">Stops the look into the store.</param>
    public static async Task<string> NameAsync(ILabService own, string samples, CancellationToken ct)
    {
        ArgumentNullException.ThrowIfNull(own);
        return PackedRuns.In(samples).Count == 0 || (await own.ListAsync(1, ct)).Count > 0 ? Own : Sample;
    }

    /// <summary>Opens it.</summary>
    /// <param name="own">The reader's store.</param>
    /// <param name="workspace">The reader's workspace.</param>
    /// <param name="samples">Folder with packed runs.</param>
    /// <param name="below">Folder to unpack the sample in; null for a temporary one.</param>
    /// <param name="ct">Stops between runs of the sample.</param>
    public static async Task<LabSource> OpenAsync(ILabService own, LabWorkspace workspace, string samples, string? below, CancellationToken ct)
    {
        ArgumentNullException.ThrowIfNull(own);
        if (await NameAsync(own, samples, ct) == Own)
        {
            return new LabSource(new LabApi(own, workspace, Own), null, null);
        }

        string folder = (below is null ? Directory.CreateTempSubdirectory("plab-sample-") : Directory.CreateDirectory(Path.Combine(below, "sample"))).FullName;
        LabService? sample = null;
        try
        {
            sample = await LabService.OpenAsync(new LabWorkspace(folder), ct);
            await PackedRuns.UnpackSampleAsync(sample, PackedRuns.In(samples), ct);
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
