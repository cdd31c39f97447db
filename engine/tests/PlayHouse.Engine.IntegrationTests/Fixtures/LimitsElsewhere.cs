namespace PlayHouse.Engine.IntegrationTests.Fixtures;

/// <summary>Which limits another test project reaches. Each of the projects checks its own line against its tests.</summary>
internal static class LimitsElsewhere
{
    public static IReadOnlyList<string> OfMesh { get; } =
    [
        nameof(EngineLimits.PeerQueueMessagesMax), nameof(EngineLimits.PeerQueueBytesMax), nameof(EngineLimits.PeerMessageBytesMax),
        nameof(EngineLimits.PeersMax), nameof(EngineLimits.ServerRequestTimeout), nameof(EngineLimits.ServerRequestsMax),
    ];

    public static IReadOnlyList<string> OfHosting { get; } = [nameof(EngineLimits.ApiHandlersMax)];

    /// <summary>Every name that a test of the assembly says it reaches.</summary>
    public static IReadOnlySet<string> ReachedIn(System.Reflection.Assembly tests) => tests.GetTypes()
        .SelectMany(t => t.GetMethods())
        .SelectMany(m => m.GetCustomAttributes(typeof(ReachesAttribute), inherit: false))
        .SelectMany(a => ((ReachesAttribute)a).Names)
        .ToHashSet();
}
