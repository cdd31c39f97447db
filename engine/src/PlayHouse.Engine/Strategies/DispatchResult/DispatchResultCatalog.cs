namespace PlayHouse.Engine.Strategies.DispatchResult;

/// <summary>Descriptors of the dispatch-result seam.</summary>
internal static class DispatchResultCatalog
{
    public const string SeamId = "dispatch-result";

    public static SeamDescriptor Seam => new(
        SeamId,
        "Around the call of the game's handler: how the stage takes the ValueTask it returns.",
        "What does a task or a state machine around every handler cost when nearly all complete at once?",
        [TaskDispatchResult.Descriptor, ValueTaskDispatchResult.Descriptor, SyncDispatchResult.Descriptor]);
}
