using System.Globalization;

namespace PlayHouse.Engine.Peers.Measure;

/// <summary>One load: closed loop, so many connections with so many requests in flight each.</summary>
/// <param name="Connections">Connections.</param>
/// <param name="Depth">Requests in flight per connection, sent with one write.</param>
/// <param name="PayloadBytes">Payload of a request and of its reply.</param>
/// <param name="IsRoom">All connections in one stage; means something to the engine only.</param>
/// <param name="Kinds">Ids of the servers to measure, in no order.</param>
internal sealed record Cell(int Connections, int Depth, int PayloadBytes, bool IsRoom, IReadOnlyList<string> Kinds)
{
    /// <summary>Short name, as in tables.</summary>
    public string Name => string.Create(
        CultureInfo.InvariantCulture,
        $"{Connections} connections{(IsRoom ? " in one room" : "")}, depth {Depth}, {PayloadBytes} B");
}

/// <summary>What one server did in one round.</summary>
/// <param name="Cell">The load.</param>
/// <param name="Kind">Id of the server.</param>
/// <param name="Round">Number of the round, from 0.</param>
/// <param name="MessagesPerSecond">Requests answered per second.</param>
/// <param name="CpuMicroseconds">Processor time of the server per message, user and kernel.</param>
/// <param name="BytesPerMessage">Managed bytes allocated per message; 0 for a server without a managed heap.</param>
/// <param name="Threads">Threads of the server at the end.</param>
/// <param name="ClientBusy">Share of one core that the client used.</param>
/// <param name="ServerBusy">Cores that the server used.</param>
internal sealed record Sample(
    Cell Cell, string Kind, int Round, double MessagesPerSecond, double CpuMicroseconds, double BytesPerMessage, int Threads, double ClientBusy, double ServerBusy);
