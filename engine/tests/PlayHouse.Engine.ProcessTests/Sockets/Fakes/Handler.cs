namespace PlayHouse.Sockets.Tests.Fakes;

/// <summary>A handler whose reactions a test writes.</summary>
internal sealed class Handler : IDescriptorHandler
{
    public Action<Readiness> Ready { get; set; } = static _ => { };

    public Action<Exception> Fault { get; set; } = static _ => { };

    public int Ends { get; private set; }

    public void OnReady(Readiness ready) => Ready(ready);

    public void OnFault(Exception exception) => Fault(exception);

    public void OnLoopEnded() => Ends++;
}

/// <summary>The same for timers.</summary>
internal sealed class Alarm(Func<long, long> due) : ITimerHandler
{
    public List<Exception> Faults { get; } = [];

    public long OnDue(long nowNs) => due(nowNs);

    public void OnFault(Exception exception) => Faults.Add(exception);
}
