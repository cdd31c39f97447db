using Net.Zmq;
using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Mesh;

/// <summary>The sending thread of a mesh as those know it who say where peers are. Any thread.</summary>
internal interface IMeshSender : ICounterSource
{
    /// <summary>Starts the thread; completes when its socket is open.</summary>
    /// <exception cref="ZmqException">libzmq refused.</exception>
    Task StartAsync();

    /// <summary>Connects a peer, or moves it to another address.</summary>
    void Connect(OutboundPeer peer, string address);

    /// <summary>Disconnects a peer that is no longer listed.</summary>
    void Disconnect(OutboundPeer peer);

    /// <summary>Sends what is queued as far as the peers take it within the time, closes the socket and ends the thread.</summary>
    Task StopAsync(TimeSpan drainTime);
}
