using System.Globalization;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.EndToEnd.Tests;

/// <summary>A workspace of its own in the temp folder, with the repository's policies and experiments made by a test.</summary>
internal sealed class TempLab : IDisposable
{
    public TempLab()
    {
        Workspace = new LabWorkspace(Directory.CreateTempSubdirectory("playhouse-lab-test-").FullName);
        string policies = Path.Combine(Workspace.Experiments, "policies");
        Directory.CreateDirectory(policies);
        foreach (string file in Directory.EnumerateFiles(Repository.PathOf("experiments", "policies")))
        {
            File.Copy(file, Path.Combine(policies, Path.GetFileName(file)));
        }
    }

    public LabWorkspace Workspace { get; }

    /// <summary>
    /// A light experiment: twenty connections at a fixed, low rate and short windows, traced once per <paramref name="profileEvery"/> of its
    /// six blocks. Its processes start in a third of the time where the runtime compiles as it does by itself; what compares bytes by call
    /// site has them compiled at once, as the traced launches are.
    /// </summary>
    public string WriteExperiment(string id, string scenario, string baseline, string candidate, double windowSeconds = 1, int profileEvery = 6, string compilation = "runtime", string? design = null, string rate = "4000", string policy = "default")
    {
        string folder = Path.Combine(Workspace.Experiments, id);
        Directory.CreateDirectory(folder);
        string path = Path.Combine(folder, "experiment.yaml");
        File.WriteAllText(path, string.Create(CultureInfo.InvariantCulture, $$"""
            version: 1
            id: {{id}}
            question: Does the lab itself work from end to end?
            scenario: {{scenario}}
            load: { mode: open, arrivals: constant, rate: {{rate}}, connections: 20, depth: 4, payloadBytes: 64 }
            arms:
              baseline: {{baseline}}
              candidate: {{candidate}}
            design: { {{design ?? string.Create(CultureInfo.InvariantCulture, $"kind: sequential, blocks: 6, windowSeconds: {windowSeconds}")}}, warmupSeconds: 0.6, profile: { everyBlocks: {{profileEvery}} } }
            environment: { compilation: {{compilation}} }
            policy: policies/{{policy}}.yaml

            """));
        return path;
    }

    public Task<LabService> OpenAsync() => LabService.OpenAsync(Workspace, CancellationToken.None);

    public Task<LabService> OpenAsync(PlannedLauncher launcher) => LabService.OpenAsync(Workspace, launcher.Site, CancellationToken.None);

    public void Dispose() => Directory.Delete(Workspace.Root, recursive: true);
}

/// <summary>Keeps every event and lets a test wait for one.</summary>
internal sealed class EventRecorder : IRunObserver
{
    private readonly Lock _gate = new();
    private readonly List<RunEvent> _events = [];
    private readonly List<(Func<RunEvent, bool> Wanted, TaskCompletionSource<RunEvent> Seen)> _waits = [];

    public IReadOnlyList<RunEvent> Events
    {
        get
        {
            lock (_gate)
            {
                return [.. _events];
            }
        }
    }

    public Task<RunEvent> WhenAsync(Func<RunEvent, bool> wanted)
    {
        var seen = new TaskCompletionSource<RunEvent>(TaskCreationOptions.RunContinuationsAsynchronously);
        lock (_gate)
        {
            if (_events.FirstOrDefault(wanted) is { } already)
            {
                return Task.FromResult(already);
            }

            _waits.Add((wanted, seen));
        }

        return seen.Task;
    }

    public void OnEvent(RunEvent runEvent)
    {
        lock (_gate)
        {
            _events.Add(runEvent);
            foreach ((Func<RunEvent, bool> wanted, TaskCompletionSource<RunEvent> seen) in _waits)
            {
                if (wanted(runEvent))
                {
                    seen.TrySetResult(runEvent);
                }
            }
        }
    }
}
