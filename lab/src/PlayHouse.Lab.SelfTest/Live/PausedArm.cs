using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Execute;

namespace PlayHouse.Lab.SelfTest.Live;

/// <summary>Pauses each target of an arm, from its start on.</summary>
internal sealed class PausedArm : IDisposable
{
    private readonly LabService _service;
    private readonly string _arm;
    private readonly TimeSpan _runs;
    private readonly TimeSpan _stops;
    private readonly List<ProcessPauser> _pausers = [];
    private readonly Lock _gate = new();

    public PausedArm(LabService service, string arm, TimeSpan runs, TimeSpan stops)
    {
        (_service, _arm, _runs, _stops) = (service, arm, runs, stops);
        service.ChildStarted += OnChild;
    }

    /// <summary>Pauses so far, over all processes.</summary>
    public int Pauses
    {
        get
        {
            lock (_gate)
            {
                return _pausers.Sum(p => p.Periods);
            }
        }
    }

    public void Dispose()
    {
        _service.ChildStarted -= OnChild;
        lock (_gate)
        {
            _pausers.ForEach(p => p.Dispose());
        }
    }

    private void OnChild(ChildProcess child)
    {
        if (child.Role == "target" && child.Arm == _arm)
        {
            lock (_gate)
            {
                _pausers.Add(new ProcessPauser(child.Pid, _runs, _stops));
            }
        }
    }
}
