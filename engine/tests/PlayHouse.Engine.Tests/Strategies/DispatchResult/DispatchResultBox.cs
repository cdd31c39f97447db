using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.DispatchResult;

namespace PlayHouse.Engine.Tests.Strategies.DispatchResult;

#pragma warning disable CA2012, VSTHRD002 // The result has completed.

/// <summary>A dispatch-result variant behind one type, for suites that run over all of them.</summary>
internal abstract class DispatchResultBox
{
    public static DispatchResultBox Create(string id) =>
        (DispatchResultBox)Variants.Composer("dispatch-result", StrategyChoice.Of(id)).Create(typeof(Box<>));

    public abstract ValueTask TakeAsync(ValueTask handling);

    /// <summary>Takes the outcome of a result that has completed, as the stage does.</summary>
    public static void Finish(in ValueTask result) => result.GetAwaiter().GetResult();

    private sealed class Box<TDispatchResult> : DispatchResultBox
        where TDispatchResult : struct, IDispatchResult
    {
#pragma warning disable IDE0044 // A strategy may be a mutable struct: it is called on the field.
        private TDispatchResult _dispatch = new();
#pragma warning restore IDE0044

        public override ValueTask TakeAsync(ValueTask handling) => _dispatch.TakeAsync(handling);
    }
}
