using System.Net;
using System.Net.Sockets;
using System.Text;
using PlayHouse.Engine.Client;
using PlayHouse.Engine.Soak.Server;

namespace PlayHouse.Engine.Soak.Load;

/// <summary>
/// Sends numbered messages, several at a time, and checks that their echoes come in order and once. Connects again whenever the server
/// closes.
/// </summary>
internal sealed class NumberedClient(IPEndPoint server, long stageId, string account)
{
    private const int Window = 8;

    /// <summary>More than the server takes to cut a connection that stands still.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    private readonly byte[] _buffer = new byte[4096];
    private long _echoes;
    private long _cuts;

    /// <summary>Echoes received.</summary>
    public long Echoes => Volatile.Read(ref _echoes);

    /// <summary>Connections that the server, or a fault, has ended.</summary>
    public long Cuts => Volatile.Read(ref _cuts);

    /// <summary>Echoes that were not the next one due.</summary>
    public long Wrong { get; private set; }

    /// <summary>Connections that stayed open without the echo that was due.</summary>
    public long Stuck { get; private set; }

    /// <summary>Plays until told to end, and then for what is under way.</summary>
    public async Task PlayAsync(CancellationToken end)
    {
        while (!end.IsCancellationRequested)
        {
            using Socket socket = new(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
            try
            {
                await socket.ConnectAsync(server, CancellationToken.None);
                await PlayAsync(socket, end);
            }
            catch (Exception exception) when (exception is SocketException or EndOfStreamException)
            {
                Interlocked.Increment(ref _cuts);
            }
            catch (OperationCanceledException)
            {
                Stuck++;
            }
        }
    }

    private async Task PlayAsync(Socket socket, CancellationToken end)
    {
        await Frames.SendAsync(socket, SoakServer.AuthenticateId, 1, stageId, Encoding.UTF8.GetBytes(account));
        int received = await ReceiveAsync(socket, 0, _ => { });
        long sent = 0;
        long due = 0;
        while (true)
        {
            while (sent - due < Window && !end.IsCancellationRequested)
            {
                await Frames.SendAsync(socket, "EchoRequest", 1, stageId, BitConverter.GetBytes(sent++));
            }

            if (due == sent)
            {
                return;
            }

            received = await ReceiveAsync(socket, received, number =>
            {
                Wrong += number == due ? 0 : 1;
                due = number + 1;
                Interlocked.Increment(ref _echoes);
            });
        }
    }

    /// <summary>Receives until at least one reply is whole; returns the bytes of the next one that are here already.</summary>
    private async Task<int> ReceiveAsync(Socket socket, int count, Action<long> reply)
    {
        using CancellationTokenSource deadline = new(Patience);
        while (true)
        {
            int consumed = Take(_buffer.AsSpan(0, count), reply);
            if (consumed > 0)
            {
                Buffer.BlockCopy(_buffer, consumed, _buffer, 0, count - consumed);
                return count - consumed;
            }

            int bytes = await socket.ReceiveAsync(_buffer.AsMemory(count), SocketFlags.None, deadline.Token);
            count += bytes > 0 ? bytes : throw new EndOfStreamException();
        }
    }

    private static int Take(ReadOnlySpan<byte> received, Action<long> reply)
    {
        int consumed = 0;
        while (ClientFrame.TryReadReply(received[consumed..], out ReplyView view, out int bytes) == ClientFrameStatus.Done)
        {
            consumed += bytes;
            reply(view.Payload.Length == sizeof(long) ? BitConverter.ToInt64(view.Payload) : -1);
        }

        return consumed;
    }
}
