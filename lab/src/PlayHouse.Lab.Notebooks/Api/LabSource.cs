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

    private readonly string _samples;
    private readonly string? _below;
    private readonly CancellationTokenSource _over = new();
    private readonly bool _isSample;
    private Task<ILabService>? _ahead;
    private string? _folder;
    private LabService? _sample;

    private LabSource(ILabService own, LabWorkspace workspace, string samples, string? below, bool isSample)
    {
        (_samples, _below, _isSample) = (samples, below, isSample);
        Api = isSample ? new LabApi(ct => _ahead?.WaitAsync(ct) ?? OpenSampleAsync(ct), workspace, Sample, own) : new LabApi(own, workspace, Own);
    }

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

    /// <summary>Opens it. The sample is unpacked when a cell first asks for a run.</summary>
    /// <param name="own">The reader's store.</param>
    /// <param name="workspace">The reader's workspace.</param>
    /// <param name="samples">Folder with packed runs.</param>
    /// <param name="below">Folder to unpack the sample in; null for a temporary one.</param>
    /// <param name="ct">Stops the look into the store.</param>
    public static async Task<LabSource> OpenAsync(ILabService own, LabWorkspace workspace, string samples, string? below, CancellationToken ct) =>
        new(own, workspace, samples, below, await NameAsync(own, samples, ct) == Sample);

    /// <summary>
    /// Begins to unpack the sample, if that is what cells will see, next to what starts meanwhile: for a notebook that will ask for runs. Once,
    /// before its first cell.
    /// </summary>
    public void OpenAhead() => _ahead = _isSample ? Task.Run(() => OpenSampleAsync(_over.Token)) : null;

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _over.CancelAsync();
        if (_ahead is not null)
        {
            // Why it failed was told where a cell asked.
            await ((Task)_ahead).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        await RemoveSampleAsync();
        _over.Dispose();
    }

    private async Task RemoveSampleAsync()
    {
        if (_sample is not null)
        {
            await _sample.DisposeAsync();
        }

        if (_folder is not null)
        {
            Directory.Delete(_folder, recursive: true);
        }

        (_sample, _folder) = (null, null);
    }

    private async Task<ILabService> OpenSampleAsync(CancellationToken ct)
    {
        try
        {
            _folder = (_below is null ? Directory.CreateTempSubdirectory("plab-sample-") : Directory.CreateDirectory(Path.Combine(_below, "sample"))).FullName;
            _sample = await LabService.OpenAsync(new LabWorkspace(_folder), ct);
            await PackedRuns.UnpackSampleAsync(_sample, PackedRuns.In(_samples), ct);
            return _sample;
        }
        catch
        {
            await RemoveSampleAsync();
            throw;
        }
    }
}
