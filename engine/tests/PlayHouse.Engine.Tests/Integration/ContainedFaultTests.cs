using System.Diagnostics;
using System.Net;
using System.Net.WebSockets;
using PlayHouse.Engine.IntegrationTests.Fixtures;
using PlayHouse.Engine.Sessions;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.SendPumps;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>A defect of the transport ends the session above it and is counted; the server serves the others.</summary>
public sealed class ContainedFaultTests
{
    /// <summary>The write fails at once, or when it completes on another thread.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task SenderThatFails_EndsItsSessionOnly(bool isLate)
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient bystander = await server.JoinAsync(1, "bystander");
        FailingConnection connection = new(RawClient.Frame(GameServer.AuthenticateId, 1, 1, "alice"u8), isLate);
        Assert.Equal(CloseReason.None, server.Server.Engine.Sessions.TryAdmit(IPAddress.Loopback, out Admission admission));

        Assert.True(Session.TryStart(server.Server.Engine, connection, admission));

        await connection.Retired.WaitAsync(TimeSpan.FromSeconds(60));
        await server.UntilAsync(() => server.Counter("sessions") == 1, "only the bystander is left");
        Assert.Equal((1L, 1L), (server.Counter("engine.faults"), server.Counter("closes.engine-fault")));
        Assert.Equal("fine", (await bystander.RequestAsync("EchoRequest", 1, "fine")).Text);
    }

    /// <summary>In the acceptor, also before the address is known, and where a handshake becomes a session.</summary>
    [Theory]
    [InlineData("Admit", false, Wire.Tcp)]
    [InlineData("Admit", true, Wire.Tcp)]
    [InlineData("TryStart", true, Wire.Tcp)]
    [InlineData("TryStart", false, Wire.Tls)]
    [InlineData("TryStart", false, Wire.WebSocket)]
    public async Task AcceptThatFails_EndsThatConnectionOnly(string failing, bool isBehindProxy, Wire wire)
    {
        FailingClock clock = new(failing);
        byte[] header = isBehindProxy ? Balancer.Text("203.0.113.1") : [];
        await using GameServer server = await GameServer.StartAsync(configure: o => Transports.All(o) with { Clock = clock, TcpProxyProtocol = isBehindProxy });
        await using RawClient bystander = await server.JoinAsync(wire, header, "bystander");
        clock.FailsInAccept = true;
        Assert.False(await IsAnsweredAsync(server, wire, header));
        clock.FailsInAccept = false;

        await using RawClient next = await server.JoinAsync(wire, header, "next");

        Assert.Equal("fine", (await bystander.RequestAsync("EchoRequest", 1, "fine")).Text);
        Assert.Equal((1L, 2L, 3L), (server.Counter("engine.faults"), server.Counter("sessions"), server.Counter("accepts")));
    }

    private static async Task<bool> IsAnsweredAsync(GameServer server, Wire wire, byte[] header)
    {
        try
        {
            await using RawClient client = await server.ConnectAsync(wire, header);
            await client.SendAsync(GameServer.AuthenticateId, 1, "unlucky");
            return await client.TryReadAsync() is not null;
        }
        catch (Exception exception) when (exception is IOException or WebSocketException)
        {
            return false;
        }
    }

    /// <summary>A connection that delivers one frame and cannot write.</summary>
    private sealed class FailingConnection(byte[] frame, bool isLate) : Connection, IByteChannel
    {
        private readonly TaskCompletionSource _aborted = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly TaskCompletionSource _retired = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private bool _isDelivered;

        public Task Retired => _retired.Task;

        public CloseReason EndReason => CloseReason.ClientClosed;

        public override Receiver CreateReceiver(IFrameSink sink, ReceiveBuffer buffer) => new ChannelReceiver(sink, this, buffer);

        public override Sender CreateSender(IFrameSink sink, BufferPool pool, EngineLimits limits, SendPump pump) =>
            new ChannelSender(sink, this, pool, limits, pump, WriteBytesMax);

        public async ValueTask<int> ReceiveAsync(Memory<byte> buffer)
        {
            if (!_isDelivered)
            {
                _isDelivered = true;
                frame.CopyTo(buffer);
                return frame.Length;
            }

            await _aborted.Task;
            return 0;
        }

        public ValueTask SendAsync(ReadOnlyMemory<byte> bytes) => isLate ? FailLaterAsync() : throw new NotSupportedException("defect of a transport");

        public override void ShutDownSending() => Abort();

        public override void Abort() => _aborted.TrySetResult();

        public override void Retire() => _retired.TrySetResult();

        private static async ValueTask FailLaterAsync()
        {
            await Task.Yield();
            throw new NotSupportedException("defect of a transport");
        }
    }

    /// <summary>The system's time, which can be made to fail where the start of a session asks for it.</summary>
    private sealed class FailingClock(string failing) : TimeProvider
    {
        private volatile bool _failsInAccept;

        public bool FailsInAccept
        {
            set => _failsInAccept = value;
        }

        public override long GetTimestamp() =>
            _failsInAccept && new StackTrace().GetFrames().Any(f => f.GetMethod()?.Name == failing)
                ? throw new ObjectDisposedException("a clock")
                : base.GetTimestamp();
    }
}
