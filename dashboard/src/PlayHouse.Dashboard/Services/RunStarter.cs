using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Execute;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Dashboard.Services;

/// <summary>Starts runs as processes of their own: they continue when the dashboard ends. Any thread.</summary>
/// <param name="workspace">Where their logs lie; null where the lab's program is missing and nothing can be started.</param>
/// <param name="detach">Starts <c>plab resume RUN</c> with its output in a file.</param>
internal sealed class RunStarter(LabWorkspace? workspace, Func<string, string, CancellationToken, Task> detach)
{
    /// <summary>True where runs can be started from a page.</summary>
    public bool CanStart => workspace is not null;

    /// <summary>The lab's program of this build; empty when it is not there.</summary>
    public static IReadOnlyList<string> FindProgram()
    {
        try
        {
            return [LabExecutables.Find(DetachedRun.Program)];
        }
        catch (FileNotFoundException)
        {
            return [];
        }
    }

    /// <summary>Prepares a run of an experiment file and starts it. Gives its id.</summary>
    /// <exception cref="LabInputException">The experiment cannot run, another one is measuring, or nothing can be started from here.</exception>
    public async Task<string> StartAsync(ILabService service, string experimentPath, RunOptions options, CancellationToken ct)
    {
        LabWorkspace place = Ready();
        RunRecord run = await service.PrepareAsync(experimentPath, options, ct);
        await detach(run.Id, LogOf(place, run.Id), ct);
        return run.Id;
    }

    /// <summary>Starts a run again that stopped before its end.</summary>
    /// <exception cref="LabInputException">Another one is measuring, or nothing can be started from here.</exception>
    public async Task ResumeAsync(string runId, CancellationToken ct)
    {
        LabWorkspace place = Ready();
        await detach(runId, LogOf(place, runId), ct);
    }

    /// <summary>Where the output of a run started in the background lies.</summary>
    public static string LogOf(LabWorkspace workspace, string runId) => Path.Combine(workspace.Logs, runId + ".log");

    private LabWorkspace Ready()
    {
        LabWorkspace place = workspace
            ?? throw new LabInputException(["The lab's program was not found next to the dashboard, so no run can be started from here. Start it in a terminal."]);

        // Said before anything is prepared: a second run would be refused by its own process, and only its log would say so.
        MachineLock.RequireFree(MachineLock.Name);
        return place;
    }
}
