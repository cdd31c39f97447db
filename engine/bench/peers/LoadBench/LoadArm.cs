namespace PlayHouse.Engine.Peers.LoadBench;

/// <summary>One way of the load to read and wait, under the name that the page gives it.</summary>
/// <param name="Name">Name in the page.</param>
/// <param name="Loop">Name in the load's start.</param>
/// <param name="Summary">What it is, one line.</param>
internal sealed record LoadArm(string Name, string Loop, string Summary)
{
    /// <summary>The one that loads run with.</summary>
    public static LoadArm Epoll { get; } = new("epoll", "epoll", "one thread with an event loop of its own");

    /// <summary>All, in display order.</summary>
    public static IReadOnlyList<LoadArm> All { get; } =
    [
        Epoll,
        Epoll with { Name = "epoll again", Summary = "the same once more: the A/A arm" },
        new("real time", "epoll-real-time", "the same loop ahead of ordinary threads, where the system allows it"),
        new("sockets", "sockets", "System.Net.Sockets: callbacks receive, a thread sends (the load of earlier versions)"),
    ];
}
