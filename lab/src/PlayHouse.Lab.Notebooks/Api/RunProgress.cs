using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting.Progress;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Notebooks.Api;

/// <summary>Tells a line for each event of a run that people want to see.</summary>
internal sealed class RunProgress(RunRecord run, Action<string> tell) : IRunObserver
{
    private readonly ProgressState _state = new(run.Plan);

    public void OnEvent(RunEvent runEvent)
    {
        _state.Apply(runEvent);
        if (EventLine.Of(runEvent, _state) is { } line)
        {
            tell($"{run.Id}: {line}");
        }
    }
}
