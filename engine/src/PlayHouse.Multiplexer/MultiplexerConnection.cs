using System.Net.Sockets;
using PlayHouse.Engine.Strategies;
using PlayHouse.Multiplexer.Reading;
using PlayHouse.Multiplexer.Writing;

namespace PlayHouse.Multiplexer;

/// <summary>
/// Many messages at a time over one stream of bytes. Any thread sends and reads. Messages of one sender that awaits its
/// sends arrive in order; messages sent at the same time interleave frame by frame. What a peer sends can end this
/// connection, with a named reason, and nothing else.
/// </summary>
public sealed class MultiplexerConnection : IAsyncDisposable
{
    private const int ReadsPerYield = 64;

    /// <summary>Time that a stream which ignores cancellation gets before it is closed under its read.</summary>
    private static readonly TimeSpan StopGrace = TimeSpan.FromSeconds(1);

    private readonly Transport _transport;
    private readonly ByteInput _input;
    private readonly ByteOutput _output;
    private readonly ConnectionLink _link;
    private readonly ReadyQueue _ready;
    private readonly MessageReader _reader;
    private readonly MessageWriter _writer;
    private readonly MultiplexerCounters _readCounters = new();
    private readonly MultiplexerCounters _writeCounters = new();
    private readonly byte[] _buffer;
    private readonly Timer? _stallWatch;
    private Task _reading = Task.CompletedTask;

    private MultiplexerConnection(ConnectionSource source, StrategySelection strategies, MultiplexerLimits limits, uint firstId)
    {
        BuiltStrategies = MultiplexerCatalog.Resolve(strategies);
        Limits = limits;
        _transport = source.Transport;
        _link = new ConnectionLink(source.Transport, new MultiplexerCounters());
        _input = source.Input;
        _output = source.Output(_writeCounters, _link.Stop);
        _buffer = new byte[limits.ReceiveBufferBytes];
        _ready = new ReadyQueue(limits, _readCounters);
        _reader = MultiplexerComposer.Reader(BuiltStrategies, limits, _ready, _readCounters);
        _writer = MultiplexerComposer.Writer(BuiltStrategies, new WriterParts(_output, _link, limits, _writeCounters, firstId));
        if (limits.WriteStallTimeout != Timeout.InfiniteTimeSpan)
        {
            TimeSpan period = TimeSpan.FromMilliseconds(Math.Max(1, limits.WriteStallTimeout.TotalMilliseconds / 4));
            _stallWatch = new Timer(static self => ((MultiplexerConnection)self!).CheckStall(), this, period, period);
        }
    }

    /// <summary>Every seam with the strategy and knob values in use.</summary>
    public IReadOnlyDictionary<string, StrategyChoice> BuiltStrategies { get; }

    /// <summary>The bounds in use.</summary>
    public MultiplexerLimits Limits { get; }

    /// <summary>Why the connection ended; <see cref="MultiplexerFailure.None"/> while it lives and after a plain end.</summary>
    public MultiplexerFailure Failure => _link.Failure;

    /// <summary>Done when nothing more is received: the peer ended, the connection failed or was disposed. Never faulted.</summary>
    public Task Completion => _reading;

    /// <summary>Bytes of memory held for messages that have not ended; read while nothing is received.</summary>
    internal long ReservedBytes => _reader.ReservedBytes;

    internal long ArraysOut => _reader.ArraysOut;

    /// <summary>Starts over a duplex stream, which the connection then owns. The stream must pass bytes on without a flush.</summary>
    /// <exception cref="ArgumentException">Strategies or limits are not valid; the message holds every error.</exception>
    public static MultiplexerConnection Connect(Stream stream, StrategySelection strategies, MultiplexerLimits limits) =>
        Connect(stream, stream, strategies, limits);

    /// <summary>Starts over two streams, such as the ends of two pipes.</summary>
    /// <exception cref="ArgumentException">Strategies or limits are not valid; the message holds every error.</exception>
    public static MultiplexerConnection Connect(Stream input, Stream output, StrategySelection strategies, MultiplexerLimits limits) =>
        Start(ConnectionSource.Of(input, output), strategies, limits, 1);

    /// <summary>Starts over a connected stream socket, where frames leave by vectored writes. Nagle's algorithm is switched off.</summary>
    /// <exception cref="ArgumentException">Strategies or limits are not valid; the message holds every error.</exception>
    public static MultiplexerConnection Connect(Socket socket, StrategySelection strategies, MultiplexerLimits limits) =>
        Start(ConnectionSource.Of(socket), strategies, limits, 1);

    /// <summary>As <see cref="Connect(Stream, StrategySelection, MultiplexerLimits)"/>, with the id of the first message sent.</summary>
    internal static MultiplexerConnection Connect(Stream stream, StrategySelection strategies, MultiplexerLimits limits, uint firstId) =>
        Start(ConnectionSource.Of(stream, stream), strategies, limits, firstId);

    /// <summary>
    /// Sends a message. Done when its last byte is with the stream, or with a sender behind it that was waiting; the body
    /// must not change until then. Cancelling a message that has begun sends ABORT at its next turn.
    /// </summary>
    /// <exception cref="ArgumentException">The message is larger than <see cref="MultiplexerLimits.MessageBytesMax"/>.</exception>
    /// <exception cref="MultiplexerException">The connection has failed, or too many sends are under way.</exception>
    /// <exception cref="ObjectDisposedException">The connection has been disposed.</exception>
    public ValueTask SendAsync(ReadOnlyMemory<byte> body, CancellationToken cancellation = default) =>
        _writer.SendAsync(body, cancellation);

    /// <summary>The next complete message, which the caller disposes; null when no more will come.</summary>
    /// <exception cref="MultiplexerException">The connection failed and every message before that has been taken.</exception>
    public ValueTask<MultiplexedMessage?> ReadAsync(CancellationToken cancellation = default) => _ready.TakeAsync(cancellation);

    /// <summary>Every counter by name. Values still changing are read once each.</summary>
    public IReadOnlyDictionary<string, long> ReadCounters()
    {
        OrderedDictionary<string, long> values = new(StringComparer.Ordinal);
        foreach (MultiplexerCounter counter in Enum.GetValues<MultiplexerCounter>())
        {
            values.Add(
                MultiplexerCounterNames.Of(counter),
                _readCounters.Read(counter) + _writeCounters.Read(counter) + _link.Shared.Read(counter));
        }

        foreach (MultiplexerFailure failure in Enum.GetValues<MultiplexerFailure>().Where(f => f != MultiplexerFailure.None))
        {
            values.Add(MultiplexerCounterNames.Of(failure), _link.Failures(failure));
        }

        return values;
    }

    /// <summary>
    /// Ends the connection and waits for its loop. Sends that wait end with an exception; messages not yet taken are dropped.
    /// </summary>
    public async ValueTask DisposeAsync()
    {
        _link.End(MultiplexerFailure.None);
        if (_stallWatch is not null)
        {
            await _stallWatch.DisposeAsync().ConfigureAwait(false);
        }

        if (await Task.WhenAny(_reading, Task.Delay(StopGrace)).ConfigureAwait(false) != _reading)
        {
            _transport.Dispose();
        }

        await _reading.ConfigureAwait(false);
        _transport.Dispose();
        _ready.Drain();
        _output.Dispose();
    }

    /// <summary>Sends a message with an id that the call layer gives it.</summary>
    internal ValueTask SendAsync(uint id, ReadOnlyMemory<byte> body, CancellationToken cancellation) =>
        _writer.SendAsync(id, body, cancellation);

    /// <summary>The call layer refuses a call because too many are under way.</summary>
    internal MultiplexerException Refuse(MultiplexerCounter counter, string text)
    {
        _link.Shared.AddShared(counter);
        _link.CountBusy();
        return new MultiplexerException(MultiplexerFailure.Busy, text);
    }

    /// <summary>What a caller is told after the end.</summary>
    internal Exception Error() =>
        _link.IsEnded ? _link.Error() : new MultiplexerException(MultiplexerFailure.Truncated, "The peer has ended the stream.");

    internal void Count(MultiplexerCounter counter) => _link.Shared.AddShared(counter);

    internal void Fail(MultiplexerFailure failure) => _link.End(failure);

    private static MultiplexerConnection Start(
        ConnectionSource source, StrategySelection strategies, MultiplexerLimits limits, uint firstId)
    {
        ArgumentNullException.ThrowIfNull(strategies);
        ArgumentNullException.ThrowIfNull(limits);
        string[] errors = [.. MultiplexerCatalog.Validate(strategies), .. limits.Validate()];
        if (errors.Length > 0)
        {
            throw new ArgumentException(string.Join(Environment.NewLine, errors), nameof(limits));
        }

        MultiplexerConnection connection = new(source, strategies, limits, firstId);
        connection._reading = Task.Run(connection.ReadLoopAsync);
        return connection;
    }

    private async Task ReadLoopAsync()
    {
        try
        {
            await ReceiveAsync().ConfigureAwait(false);
        }
        catch (Exception error)
        {
            // Whatever a stream throws ends this connection and nothing else.
            _link.End(MultiplexerFailure.Stream, error);
        }
        finally
        {
            _reader.Abandon();
            if (_link.IsEnded)
            {
                // A peer that only ended its own direction may still be written to.
                _transport.Dispose();
            }

            _ready.Complete(_link.Failure == MultiplexerFailure.None ? null : _link.Error());
        }
    }

    private async Task ReceiveAsync()
    {
        for (int reads = 1; !_link.IsEnded; reads++)
        {
            int bytes = await _input.ReadAsync(_buffer, _link.Stop).ConfigureAwait(false);
            if (bytes == 0)
            {
                if (_reader.IsInside)
                {
                    _link.End(MultiplexerFailure.Truncated);
                }

                return;
            }

            _readCounters.Add(MultiplexerCounter.Reads, 1);
            if (_reader.Consume(_buffer.AsSpan(0, bytes)) is var failure and not MultiplexerFailure.None)
            {
                _link.End(failure);
                return;
            }

            if (_ready.IsFull)
            {
                _readCounters.Add(MultiplexerCounter.ReaderPauses, 1);
                await _ready.WaitForRoomAsync(_link.Stop).ConfigureAwait(false);
            }

            if (reads % ReadsPerYield == 0)
            {
                // A stream that always has bytes must not keep a pool thread.
                await Task.Yield();
            }
        }
    }

    private void CheckStall()
    {
        long began = _output.WriteBegan;
        if (began != 0 && Environment.TickCount64 - began > Limits.WriteStallTimeout.TotalMilliseconds)
        {
            _link.End(MultiplexerFailure.WriteStall);
        }
    }
}
