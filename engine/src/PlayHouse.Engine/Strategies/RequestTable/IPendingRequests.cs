using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.RequestTable;

/// <summary>The seldom half of a request table: what ends many requests at once. Any thread.</summary>
internal interface IPendingRequests : ICounterSource
{
    /// <summary>Requests without a reply.</summary>
    int Count { get; }

    /// <summary>Ends every request whose time is over, where no timer of its own does. Called by one timer.</summary>
    void Sweep(long nowMs);

    /// <summary>Ends every request to a server, or to all of them for null.</summary>
    void FailAll(string? serverId, ushort errorCode, string text);
}
