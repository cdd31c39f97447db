using System.Text.Json;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.SelfTest.Live;

/// <summary>Pauses the processes of one role, in one arm or in all. Listens to the run and to the processes that it starts.</summary>
internal sealed class PausedArm : IRunObserver, IDisposable
{
    private readonly LabService _service;
    private readonly string _role;
    private readonly Func<string, bool> _isPaused;
    private readonly TimeSpan _runs;
    private readonly TimeSpan _stops;
    private readonly List<ProcessPauser> _pausers = [];
    private readonly Lock _gate = new();
    private volatile string _arm = "";

    public PausedArm(LabService service, string role, Func<string, bool> isPaused, TimeSpan runs, TimeSpan stops)
    {
        (_service, _role, _isPaused, _runs, _stops) = (service, role, isPaused, runs, stops);
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

    public void OnEvent(RunEvent runEvent)
    {
        if (runEvent.Type == RunEventTypes.LaunchStarted)
        {
            _arm = JsonSerializer.Deserialize<LaunchStartedData>(runEvent.Json, LabJson.Compact)!.Arm;
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

    private void OnChild(string role, int pid)
    {
        if (role == _role && _isPaused(_arm))
        {
            lock (_gate)
            {
                _pausers.Add(new ProcessPauser(pid, _runs, _stops));
            }
        }
    }
}
