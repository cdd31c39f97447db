using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Doctor;
using PlayHouse.Lab.Runner.Execute;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Dashboard.Services;

/// <summary>The lab behind the pages: one service for all of them, opened with the first page. Any thread.</summary>
public sealed class LabAccess : IAsyncDisposable
{
    private readonly Lock _gate = new();
    private readonly Func<Task<ILabService>> _open;
    private Task<ILabService>? _service;

    internal LabAccess(LabWorkspace workspace, Func<Task<ILabService>> open, Func<CancellationToken, Task<IReadOnlyList<DoctorCheck>>> health)
    {
        Workspace = workspace;
        _open = open;
        HealthAsync = health;
    }

    /// <summary>Where the data lie.</summary>
    public LabWorkspace Workspace { get; }

    /// <summary>What the machine has and lacks; takes about half a second.</summary>
    internal Func<CancellationToken, Task<IReadOnlyList<DoctorCheck>>> HealthAsync { get; }

    /// <summary>What starts runs; they outlive this process.</summary>
    internal RunStarter Starter { get; private init; } = new(null, static (_, _, _) => Task.CompletedTask);

    /// <summary>The lab's program and the arguments that come before its command; empty where it was not found.</summary>
    internal IReadOnlyList<string> Program { get; private init; } = [];

    /// <summary>The lab of a workspace.</summary>
    /// <param name="workspace">Where the data lie.</param>
    /// <param name="program">The lab's program; empty for the one of the same build.</param>
    public static LabAccess Of(LabWorkspace workspace, IReadOnlyList<string>? program = null)
    {
        IReadOnlyList<string> lab = program is { Count: > 0 } ? program : RunStarter.FindProgram();
        return new LabAccess(
            workspace,
            async () => await LabService.OpenAsync(workspace, CancellationToken.None),
            async ct => DoctorChecks.Of(await MachineFactsReader.ReadAsync(workspace, ct)))
        {
            Program = lab,
            Starter = new RunStarter(lab.Count == 0 ? null : workspace, (run, log, ct) => DetachedRun.StartAsync(lab, run, log, ct)),
        };
    }

    /// <summary>The service. A store that could not be opened is tried again by the next call.</summary>
    public Task<ILabService> ServiceAsync()
    {
        lock (_gate)
        {
            if (_service is null or { IsFaulted: true } or { IsCanceled: true })
            {
                _service = _open();
            }

            return _service;
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_service is { IsCompletedSuccessfully: true } opened && await opened is IAsyncDisposable service)
        {
            await service.DisposeAsync();
        }
    }
}
