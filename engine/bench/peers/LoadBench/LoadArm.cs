namespace PlayHouse.Engine.Peers.LoadBench;

/// <summary>The load under the name that the page gives it.</summary>
/// <param name="Name">Name in the page.</param>
/// <param name="Summary">What it is, one line.</param>
internal sealed record LoadArm(string Name, string Summary)
{
    /// <summary>The load.</summary>
    public static LoadArm Epoll { get; } = new("epoll", "one thread with an event loop of its own");

    /// <summary>All, in display order.</summary>
    public static IReadOnlyList<LoadArm> All { get; } =
    [
        Epoll,
        Epoll with { Name = "epoll again", Summary = "the same once more: the A/A arm" },
    ];
}
