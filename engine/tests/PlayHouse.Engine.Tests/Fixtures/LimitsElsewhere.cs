namespace PlayHouse.Engine.Tests.Fixtures;

/// <summary>Which limits are reached by the tests of another folder. Each folder checks its own line against its tests.</summary>
internal static class LimitsElsewhere
{
    public static IReadOnlyList<string> OfMesh { get; } =
    [
        nameof(EngineLimits.PeerQueueMessagesMax), nameof(EngineLimits.PeerQueueBytesMax), nameof(EngineLimits.PeerMessageBytesMax),
        nameof(EngineLimits.PeersMax), nameof(EngineLimits.ServerRequestTimeout), nameof(EngineLimits.ServerRequestsMax),
    ];

    public static IReadOnlyList<string> OfHosting { get; } = [nameof(EngineLimits.ApiHandlersMax), nameof(EngineLimits.DrainTimeout)];

    /// <summary>Every name that a test in the namespace of <paramref name="coverage"/> says it reaches.</summary>
    public static IReadOnlySet<string> ReachedBeside(Type coverage) => coverage.Assembly.GetTypes()
        .Where(t => t.Namespace == coverage.Namespace)
        .SelectMany(t => t.GetMethods())
        .SelectMany(m => m.GetCustomAttributes(typeof(ReachesAttribute), inherit: false))
        .SelectMany(a => ((ReachesAttribute)a).Names)
        .ToHashSet();
}
