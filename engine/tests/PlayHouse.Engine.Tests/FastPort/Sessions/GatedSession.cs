using System.Net;
using System.Net.Sockets;
using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Counts;
using PlayHouse.FastPort.Sessions;
using PlayHouse.FastPort.Strategies;

namespace PlayHouse.FastPort.Tests.Sessions;

/// <summary>A handler that waits at a gate, and fails when it is told to.</summary>
internal readonly struct GatedHandler(ManualResetEventSlim gate, bool isFailing) : IPacketHandler
{
    public static bool EndsAtWrite => true;

    public HandleResult Handle(in Packet packet, ref byte[] scratch)
    {
        if (!gate.Wait(Wait.Deadline) || isFailing)
        {
            throw new InvalidOperationException("The handler fails.");
        }

        return default;
    }
}

/// <summary>One connection without a server around it, its handler at a gate.</summary>
internal sealed class GatedSession : IAsyncDisposable
{
    private readonly Session _session;

    private GatedSession(Session session, Socket ours, Socket peer, ManualResetEventSlim gate)
    {
        _session = session;
        Ours = ours;
        Peer = peer;
        Gate = gate;
    }

    public Socket Ours { get; }

    public Socket Peer { get; }

    public ManualResetEventSlim Gate { get; }

    public Session Session => _session;

    public static async Task<GatedSession> CreateAsync(StrategySelection selection, FastPortLimits limits, bool isFailing = false)
    {
        using Socket listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen(1);
        Socket peer = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        await peer.ConnectAsync(listener.LocalEndPoint!);
        Socket ours = await listener.AcceptAsync();
        ManualResetEventSlim gate = new();
        SessionParts parts = new(FastPortRules.Resolve(selection), limits, null);
        return new GatedSession(SessionFactory<GatedHandler>.Compose(parts).Create(ours, new GatedHandler(gate, isFailing)), ours, peer, gate);
    }

    public long Count(string name)
    {
        SessionCounts counts = new();
        _session.AddTo(counts);
        return counts.ToDictionary()[name];
    }

    public Task UntilAsync(string name, long value) => Wait.UntilAsync(() => Count(name) >= value, () => $"{name} is {Count(name)} of {value}");

    public async ValueTask DisposeAsync()
    {
        Gate.Set();
        _session.Close(CloseReason.Disposed);
        await _session.Completion.WaitAsync(Wait.Deadline);
        Peer.Dispose();
        Gate.Dispose();
    }
}
