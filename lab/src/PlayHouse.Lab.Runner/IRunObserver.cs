using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Runner;

/// <summary>Sees every event of a run after it is stored, in order, on one thread at a time. Must not throw or block.</summary>
public interface IRunObserver
{
    /// <summary>One stored event.</summary>
    void OnEvent(RunEvent runEvent);
}
