using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.DispatchResult;

/// <summary>
/// How the stage takes what a handler returns. A value of each stage's own, which counts there. Called once per message on the thread that
/// runs the stage. The result is taken exactly once, an exception comes out as it went in, and what is returned completes only after the
/// handler has. Cost class: per message.
/// </summary>
internal interface IDispatchResult : ICounterSource
{
    /// <summary>
    /// What the stage looks at instead of <paramref name="handling"/>, which is the callee's from now on. The stage continues
    /// at once when it has completed successfully, and else when it completes.
    /// </summary>
    ValueTask TakeAsync(ValueTask handling);
}
