using System.Globalization;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Packs;
using PlayHouse.Lab.Runner.Validate;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.SelfTest;

/// <summary>
/// What checks work with: a workspace that belongs to the self-test alone, so that no run of it stands among the user's runs, and the
/// recorded sample. One check at a time.
/// </summary>
public sealed class SelfTestContext : IAsyncDisposable
{
    private readonly LabService _service;
    private List<RunReport>? _recorded;
    private SelfTestContext(LabService service, LabWorkspace workspace, IReadOnlyList<string> packs, bool isQuick, Action<string> say)
    {
        _service = service;
        Workspace = workspace;
        Packs = packs;
        IsQuick = isQuick;
        Say = say;
    }

    /// <summary>The workspace of the self-test.</summary>
    public LabWorkspace Workspace { get; }

    /// <summary>The packed runs that come with the lab.</summary>
    public IReadOnlyList<string> Packs { get; }

    /// <summary>True when only the quick form is wanted.</summary>
    public bool IsQuick { get; }

    /// <summary>Tells what happens now, one line.</summary>
    public Action<string> Say { get; }

    /// <summary>The lab over this workspace.</summary>
    public LabService Service => _service;

    /// <summary>Makes the workspace and opens its store.</summary>
    /// <param name="folder">Where it lies; made when it is missing. Runs of an earlier self-test stay in it.</param>
    /// <param name="policies">Policies of the lab under test; copied, so that the checks use the rule that users use.</param>
    /// <param name="packs">The packed runs.</param>
    /// <param name="isQuick">True for the quick form.</param>
    /// <param name="say">Told what happens.</param>
    /// <param name="ct">Stops the opening.</param>
    /// <exception cref="LabInputException">The store cannot be opened.</exception>
    public static async Task<SelfTestContext> OpenAsync(
        string folder, string policies, IReadOnlyList<string> packs, bool isQuick, Action<string> say, CancellationToken ct)
    {
        var workspace = new LabWorkspace(Path.GetFullPath(folder));
        string own = Path.Combine(workspace.Experiments, "policies");
        Directory.CreateDirectory(own);
        foreach (string file in Directory.EnumerateFiles(policies))
        {
            File.Copy(file, Path.Combine(own, Path.GetFileName(file)), overwrite: true);
        }

        return new SelfTestContext(await LabService.OpenAsync(workspace, ct), workspace, packs, isQuick, say);
    }

    /// <summary>The recorded runs as they were packed, read on the first call; runs that were made here are not among them.</summary>
    public async Task<IReadOnlyList<RunReport>> RecordedAsync(CancellationToken ct)
    {
        if (_recorded is not null)
        {
            return _recorded;
        }

        await PackedRuns.UnpackMissingAsync(_service, Packs, ct);
        IReadOnlyList<RunReport> listed = await _service.ListAsync(1_000, ct);
        var reports = new List<RunReport>();
        foreach (RunReport run in listed.Where(r => r.Run.Plan.Origin is not null).OrderBy(r => r.Run.Id, StringComparer.Ordinal))
        {
            reports.Add(await _service.ReportAsync(run.Run.Id, ct));
        }

        return _recorded = reports;
    }

    /// <summary>The default policy of the lab under test.</summary>
    /// <exception cref="LabInputException">The file cannot be used; every reason.</exception>
    public Policy DefaultPolicy() => PolicyLoader.Load(Path.Combine(Workspace.Experiments, "policies", "default.yaml")).Required();

    /// <summary>Writes an experiment of this self-test and makes a run of it to its end.</summary>
    /// <param name="experiment">What to run.</param>
    /// <param name="options">Changes, as the command line makes them.</param>
    /// <param name="observer">Sees every event; null where progress lines are enough.</param>
    /// <param name="ct">Stops the run.</param>
    public async Task<RunReport> RunAsync(LiveExperiment experiment, RunOptions options, IRunObserver? observer, CancellationToken ct)
    {
        ArgumentNullException.ThrowIfNull(experiment);
        RunRecord run = await _service.PrepareAsync(experiment.WriteTo(Workspace.Experiments), options, ct);
        var told = new ProgressLines(Say, run, observer);
        return await _service.ExecuteAsync(run.Id, told, ct);
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _service.DisposeAsync();

    // One line per pair: a run takes minutes.
    private sealed class ProgressLines(Action<string> say, RunRecord run, IRunObserver? next) : IRunObserver
    {
        public void OnEvent(RunEvent runEvent)
        {
            if (runEvent.Type == RunEventTypes.BlockEnded
                && System.Text.Json.JsonSerializer.Deserialize<BlockEndedData>(runEvent.Json, Model.LabJson.Compact) is { } block)
            {
                say(string.Create(CultureInfo.InvariantCulture, $"{run.Id}: pair {block.BlocksAccepted} of at most {block.BlocksMax}, {block.Outcome}"));
            }

            next?.OnEvent(runEvent);
        }
    }
}
