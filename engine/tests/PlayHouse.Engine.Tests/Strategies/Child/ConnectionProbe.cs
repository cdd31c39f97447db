using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using PlayHouse.Engine.Hosting;
using PlayHouse.Engine.Strategies;

#pragma warning disable VSTHRD002 // The child process has one thread of its own and no context to go back to.

namespace PlayHouse.Engine.Tests.Strategies.Child;

/// <summary>A server of its own and one client on a blocking socket that allocates nothing: bytes per message are the server's.</summary>
internal sealed class ConnectionProbe : IDisposable
{
    public const int Depth = 10;

    private readonly PlayServer _server;
    private readonly Socket _socket = new(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true, ReceiveTimeout = 60_000 };
    private readonly byte[] _batch;
    private readonly byte[] _received;

    public ConnectionProbe(StrategySelection selection, int payloadBytes)
    {
        _server = new PlayServer(new PlayServerOptions
        {
            TcpEndPoint = new IPEndPoint(IPAddress.Loopback, 0),
            AuthenticateMessageId = "AuthenticateRequest",
            Stages = [new StageRegistration("Echo", _ => new EchoStage(), link => new EchoActor(link))],
            DefaultStageType = "Echo",
            Strategies = selection,
        });
        _server.StartAsync().GetAwaiter().GetResult();
        _batch = [.. Enumerable.Range(1, Depth).SelectMany(seq => Frame("EchoRequest"u8, (ushort)seq, new byte[payloadBytes]))];
        _received = new byte[Depth * (21 + "EchoReply".Length + payloadBytes)];
        _socket.Connect(_server.TcpEndPoint);
        _socket.Send(Frame("AuthenticateRequest"u8, 1, "probe"u8));
        Receive(21 + "AuthenticateReply".Length);
    }

    /// <summary>Sends the batch and reads its replies so many times.</summary>
    public void Run(int rounds)
    {
        for (int i = 0; i < rounds; i++)
        {
            _socket.Send(_batch);
            Receive(_received.Length);
        }
    }

    public void Dispose()
    {
        _socket.Dispose();
        _server.StopAsync().GetAwaiter().GetResult();
    }

    private static byte[] Frame(ReadOnlySpan<byte> id, ushort seq, ReadOnlySpan<byte> payload)
    {
        byte[] frame = new byte[4 + 1 + id.Length + 2 + 8 + payload.Length];
        BinaryPrimitives.WriteInt32LittleEndian(frame, frame.Length - 4);
        frame[4] = (byte)id.Length;
        id.CopyTo(frame.AsSpan(5));
        BinaryPrimitives.WriteUInt16LittleEndian(frame.AsSpan(5 + id.Length), seq);
        BinaryPrimitives.WriteInt64LittleEndian(frame.AsSpan(7 + id.Length), 1);
        payload.CopyTo(frame.AsSpan(15 + id.Length));
        return frame;
    }

    private void Receive(int bytes)
    {
        for (int count = 0; count < bytes;)
        {
            int received = _socket.Receive(_received.AsSpan(count, bytes - count));
            count += received > 0 ? received : throw new InvalidOperationException("The server closed the connection.");
        }
    }

    private sealed class EchoActor(IActorLink link) : IActor
    {
        public IActorLink Link => link;

        public ValueTask<AuthenticationResult> OnAuthenticate(IPacket packet)
        {
            link.AccountId = "probe";
            return ValueTask.FromResult(AuthenticationResult.Accept());
        }
    }

    private sealed class EchoStage : IStage
    {
        public ValueTask OnDispatch(IActor actor, IPacket packet)
        {
            ((EchoActor)actor).Link.Reply("EchoReply", packet.Payload.Span);
            return default;
        }
    }
}
