namespace PlayHouse.Engine.Diagnostics;

/// <summary>Calls into the host's own code, from places that must continue whatever it does.</summary>
internal static class HostHook
{
    /// <summary>Tells a hook, if there is one. Its exception is counted as a fault and traced; never throws.</summary>
    public static void Tell<T>(Action<T>? hook, T value, EngineCounters counters)
    {
        try
        {
            hook?.Invoke(value);
        }
        catch (Exception hookFailure)
        {
            counters.Count(EngineCounter.EngineFaults);
            System.Diagnostics.Trace.TraceError(hookFailure.Message);
        }
    }
}
