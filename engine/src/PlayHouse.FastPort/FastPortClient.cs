using System.Net;
using System.Net.Sockets;
using Google.Protobuf;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Counts;
using PlayHouse.FastPort.Hops;
using PlayHouse.FastPort.Protocol;
using PlayHouse.FastPort.Protos;
using PlayHouse.FastPort.Sessions;
using PlayHouse.FastPort.Strategies;

namespace PlayHouse.FastPort;

/// <summary>
/// One connection to an echo server, with the same loops and strategies as the server's. Any thread; requests may overlap.
/// Awaits its loops when disposed.
/// </summary>
public sealed class FastPortClient : IAsyncDisposable
{
    private readonly Lock _sendLock = new();
    private readonly FastPortLimits _limits;
    private readonly HopRecorder? _recorder;
    private readonly SessionFactory<ClientEcho> _factory;
    private readonly PendingEchoes _pending;
    private readonly Session _session;
    private byte[] _scratch = [];
    private ulong _lastRequestId;

    private FastPortClient(Socket socket, SessionParts parts)
    {
        _limits = parts.Limits;
        _recorder = parts.Recorder;
        _pending = new PendingEchoes(_recorder);
        _factory = SessionFactory<ClientEcho>.Compose(parts);
        _session = _factory.Create(socket, new ClientEcho(_pending));
        _session.Start(End);
    }

    /// <summary>Seam id to what was built, as <c>strategy{knob=value,…}</c>.</summary>
    public IReadOnlyDictionary<string, string> BuiltStrategies => _factory.Built;

    /// <summary>Connects.</summary>
    /// <param name="endPoint">The server.</param>
    /// <param name="selection">Strategies; a seam not named has its default.</param>
    /// <param name="limits">What is bounded; the number of connections is not used.</param>
    /// <param name="recordHops">True stamps every message and keeps histograms.</param>
    /// <param name="cancellation">Ends the attempt.</param>
    /// <exception cref="ArgumentException">Selection or limits are not legal; the message holds every error.</exception>
    /// <exception cref="SocketException">The server cannot be reached.</exception>
    public static async Task<FastPortClient> ConnectAsync(
        IPEndPoint endPoint, StrategySelection selection, FastPortLimits limits, bool recordHops, CancellationToken cancellation = default)
    {
        ArgumentNullException.ThrowIfNull(endPoint);
        ArgumentNullException.ThrowIfNull(limits);
        limits.ThrowIfInvalid();
        SessionParts parts = new(FastPortRules.Resolve(selection), limits, recordHops ? HopRecorder.ForClient() : null);
        Socket socket = new(endPoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            await socket.ConnectAsync(endPoint, cancellation);
        }
        catch
        {
            socket.Dispose();
            throw;
        }

        SocketSetup.Apply(socket);
        return new FastPortClient(socket, parts);
    }

    /// <summary>Sends data and awaits it back. How many requests overlap is the caller's to bound.</summary>
    /// <param name="data">Borrowed until the request is in the send buffer, which it is when the task is returned.</param>
    /// <param name="cancellation">Ends the wait; the response is then dropped.</param>
    /// <exception cref="ArgumentException">The request would be larger than a frame may be.</exception>
    /// <exception cref="IOException">The connection has ended.</exception>
    public Task<EchoReply> EchoAsync(ReadOnlyMemory<byte> data, CancellationToken cancellation = default)
    {
        if (cancellation.IsCancellationRequested)
        {
            return Task.FromCanceled<EchoReply>(cancellation);
        }

        long askedTicks = HopRecorder.Now;
        PendingEcho echo = new(askedTicks, _recorder is null ? null : new HopTrace { Asked = askedTicks });
        ulong requestId = Send(data, echo);
        return cancellation.CanBeCanceled ? AwaitAsync(requestId, echo, cancellation) : echo.Answer.Task;
    }

    /// <summary>All counters by name.</summary>
    public IReadOnlyDictionary<string, long> ReadCounters()
    {
        SessionCounts counts = new();
        _session.AddTo(counts);
        counts.Add("responses.unmatched", _pending.Unmatched);
        return counts.ToDictionary();
    }

    /// <summary>The client's hops so far; empty when they are not recorded.</summary>
    public IReadOnlyList<HopSummary> ReadHops() => _recorder?.Read() ?? [];

    /// <summary>Closes the connection and awaits its loops. Any number of times.</summary>
    public async ValueTask DisposeAsync()
    {
        _session.Close(CloseReason.Disposed);
        await _session.Completion;
    }

    /// <summary>The last traces, oldest first; empty when they are not recorded.</summary>
    internal IReadOnlyList<HopTrace> ReadTraces() => _recorder?.ReadTraces() ?? [];

    private void End(Session session)
    {
        // Waits for a sender that has not seen the end yet; the next one does.
        lock (_sendLock)
        {
            _pending.FailAll(session.Reason);
        }
    }

    private ulong Send(ReadOnlyMemory<byte> data, PendingEcho echo)
    {
        lock (_sendLock)
        {
            ulong requestId = ++_lastRequestId;
            EchoRequest request = new()
            {
                Header = new Header { RequestId = requestId, ClientSendTs = (ulong)echo.AskedTicks },
                Data = UnsafeByteOperations.UnsafeWrap(data),
            };
            int bytes = EchoFrames.Write(ref _scratch, PacketIds.Echo, request, _limits.FrameBytesMax);
            if (bytes == 0)
            {
                throw new ArgumentException(
                    $"A request with {data.Length} bytes of data is larger than a frame of {_limits.FrameBytesMax} bytes.",
                    nameof(data));
            }

            if (echo.Trace is not null)
            {
                echo.Trace.RequestId = requestId;
            }

            _pending.Add(requestId, echo);
            if (!_session.TrySend(_scratch.AsSpan(0, bytes), echo.Trace))
            {
                // The end of the connection may have failed the waiting requests before this one was among them.
                _pending.FailAll(_session.Reason);
            }

            return requestId;
        }
    }

    private async Task<EchoReply> AwaitAsync(ulong requestId, PendingEcho echo, CancellationToken cancellation)
    {
        try
        {
            return await echo.Answer.Task.WaitAsync(cancellation);
        }
        finally
        {
            _pending.Remove(requestId);
        }
    }
}
