using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Sockets;

namespace PlayHouse.Lab.Load.Io;

/// <summary>The ways a load can read and wait, by the names that starts, results and reports use.</summary>
internal static class LoopNames
{
    /// <summary>One thread with an event loop of its own, told of edges.</summary>
    public const string Epoll = "epoll";

    /// <summary>The same ahead of ordinary threads where the system allows it; there to be compared (docs/decisions/0025).</summary>
    public const string EpollRealTime = "epoll-real-time";

    /// <summary>The first told of levels; there to be compared.</summary>
    public const string EpollLevel = "epoll-level";

    /// <summary>System.Net.Sockets: callbacks receive, a thread sends.</summary>
    public const string Sockets = "sockets";

    /// <summary>All names.</summary>
    public static IReadOnlyList<string> All { get; } = [Epoll, EpollRealTime, EpollLevel, Sockets];

    /// <summary>What a start gets that names none.</summary>
    public static string DefaultFor(string scenario) => EventLoop.IsSupported && scenario != ScenarioCatalog.ConnectStorm ? Epoll : Sockets;

    /// <summary>What is wrong with a named one; null when it can be had.</summary>
    public static string? Objection(string? loop, string scenario)
    {
        if (loop is null or Sockets)
        {
            return null;
        }

        if (!All.Contains(loop))
        {
            return $"unknown loop '{loop}'; there are {string.Join(", ", All)}";
        }

        if (!EventLoop.IsSupported)
        {
            return $"loop '{loop}' needs Linux on x64 or arm64; leave it out, or name '{Sockets}'";
        }

        return scenario == ScenarioCatalog.ConnectStorm ? $"scenario {scenario} opens its connections by '{Sockets}' alone; leave the loop out" : null;
    }
}
