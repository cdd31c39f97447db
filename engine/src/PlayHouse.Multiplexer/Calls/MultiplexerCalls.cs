using System.Buffers;
using System.Text;

namespace PlayHouse.Multiplexer.Calls;

/// <summary>
/// Requests, answers and one-way calls over a connection, which it owns. Any thread calls; both sides may call at the
/// same time. An answer travels under the id of its request's message.
/// </summary>
public sealed class MultiplexerCalls : IAsyncDisposable
{
    private const string BusyText = "The peer handles as many calls as it may.";
    private const string FaultText = "The handler failed.";

    private readonly MultiplexerConnection _connection;
    private readonly CallHandler _handler;
    private readonly PendingCalls _pending;
    private readonly RunningHandlers _running;
    private readonly CancellationTokenSource _stop = new();
    private Task _loop = Task.CompletedTask;
    private int _isDisposed;

    private MultiplexerCalls(MultiplexerConnection connection, CallHandler handler)
    {
        _connection = connection;
        _handler = handler;
        _pending = new PendingCalls(connection);
        _running = new RunningHandlers(connection.Limits.HandlersMax);
    }

    /// <summary>The connection, for counters and the reason of its end.</summary>
    public MultiplexerConnection Connection => _connection;

    /// <summary>Starts the call layer. No other code may read from the connection.</summary>
    /// <param name="connection">Owned from here on.</param>
    /// <param name="handler">Handles the peer's calls.</param>
    public static MultiplexerCalls Start(MultiplexerConnection connection, CallHandler handler)
    {
        ArgumentNullException.ThrowIfNull(connection);
        ArgumentNullException.ThrowIfNull(handler);
        MultiplexerCalls calls = new(connection, handler);
        calls._loop = Task.Run(calls.ReceiveAsync);
        return calls;
    }

    /// <summary>Sends a request and waits for its answer.</summary>
    /// <param name="name">What is called.</param>
    /// <param name="payload">Bytes, copied before the first wait.</param>
    /// <param name="timeout">How long to wait; <see cref="MultiplexerLimits.CallTimeout"/> when null.</param>
    /// <param name="cancellation">Gives up waiting.</param>
    /// <exception cref="CallFailedException">The peer answered with an error.</exception>
    /// <exception cref="TimeoutException">No answer in time; a late one is dropped.</exception>
    /// <exception cref="MultiplexerException">The connection has failed, or too many requests wait.</exception>
    public async Task<byte[]> RequestAsync(
        string name, ReadOnlyMemory<byte> payload, TimeSpan? timeout = null, CancellationToken cancellation = default)
    {
        CheckName(name);
        (uint id, Task<byte[]> answer) = _pending.Add();
        using CancellationTokenSource deadline = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        deadline.CancelAfter(timeout ?? _connection.Limits.CallTimeout);
        try
        {
            _connection.Count(MultiplexerCounter.CallsOut);
            await SendAsync(id, name, CallKind.Request, payload, deadline.Token).ConfigureAwait(false);
            return await answer.WaitAsync(deadline.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (!_pending.Remove(id))
        {
            // The answer, or the end, came at the same moment.
            return await answer.ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            _connection.Count(MultiplexerCounter.CallTimeouts);
            throw new TimeoutException($"No answer to '{name}' in time.");
        }
        finally
        {
            _pending.Remove(id);
        }
    }

    /// <summary>Sends a call that has no answer.</summary>
    /// <inheritdoc cref="MultiplexerConnection.SendAsync(ReadOnlyMemory{byte}, CancellationToken)" path="/exception"/>
    public async Task SendAsync(string name, ReadOnlyMemory<byte> payload, CancellationToken cancellation = default)
    {
        CheckName(name);
        _connection.Count(MultiplexerCounter.CallsOut);
        await SendAsync(null, name, CallKind.OneWay, payload, cancellation).ConfigureAwait(false);
    }

    /// <summary>Ends the connection, fails requests that wait, cancels handlers and waits for them.</summary>
    public async ValueTask DisposeAsync()
    {
        bool isFirst = Interlocked.Exchange(ref _isDisposed, 1) == 0;
        if (isFirst)
        {
            await _stop.CancelAsync().ConfigureAwait(false);
        }

        await _connection.DisposeAsync().ConfigureAwait(false);
        await _loop.ConfigureAwait(false);
        await _running.Drained.ConfigureAwait(false);
        if (isFirst)
        {
            _stop.Dispose();
        }
    }

    private void CheckName(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        if (Encoding.UTF8.GetByteCount(name) > _connection.Limits.CallNameBytesMax)
        {
            throw new ArgumentException($"The name has more than {_connection.Limits.CallNameBytesMax} bytes.", nameof(name));
        }
    }

    private async Task SendAsync(uint? id, string name, CallKind kind, ReadOnlyMemory<byte> payload, CancellationToken cancellation)
    {
        int bytes = CallFrame.BytesOf(name, payload.Length);
        byte[] room = ArrayPool<byte>.Shared.Rent(bytes);
        CallFrame.Write(room.AsSpan(0, bytes), name, kind, payload.Span);
        ReadOnlyMemory<byte> body = room.AsMemory(0, bytes);
        if (id is { } given)
        {
            await _connection.SendAsync(given, body, cancellation).ConfigureAwait(false);
        }
        else
        {
            await _connection.SendAsync(body, cancellation).ConfigureAwait(false);
        }

        // A failed write may still read the array: only a completed one gives it back.
        ArrayPool<byte>.Shared.Return(room);
    }

    private async Task ReceiveAsync()
    {
        try
        {
            while (await _connection.ReadAsync(CancellationToken.None).ConfigureAwait(false) is { } message)
            {
                using (message)
                {
                    if (!CallFrame.TryRead(message.Body, _connection.Limits.CallNameBytesMax, out CallFrame call))
                    {
                        _connection.Fail(MultiplexerFailure.MalformedCall);
                        return;
                    }

                    Take(message.Id, call);
                }
            }
        }
        catch (MultiplexerException)
        {
            // The reason stays with the connection; the callers that wait for an answer are told below.
        }
        finally
        {
            _pending.End(_connection.Error());
            _running.Leave();
        }
    }

    private void Take(uint id, in CallFrame call)
    {
        if (call.Kind is CallKind.Response or CallKind.Error)
        {
            _pending.Answer(id, call);
            return;
        }

        _connection.Count(MultiplexerCounter.CallsIn);
        bool isOneWay = call.Kind == CallKind.OneWay;
        bool isAdmitted = _running.TryEnter();
        if (!isAdmitted)
        {
            _connection.Count(MultiplexerCounter.CallsRefusedIn);
            if (isOneWay || !_running.TryEnterBeyond())
            {
                return;
            }
        }

        MultiplexedCall handed = new(call.Name, isAdmitted ? call.Payload.ToArray() : default, isOneWay);
        ThreadPool.UnsafeQueueUserWorkItem(
            static work => _ = work.Self.RunAsync(work.Id, work.Call, work.IsAdmitted),
            (Self: this, Id: id, Call: handed, IsAdmitted: isAdmitted),
            preferLocal: false);
    }

    /// <summary>Runs the handler, or refuses, and answers. Never throws: the count of running handlers is its owner.</summary>
    private async Task RunAsync(uint id, MultiplexedCall call, bool isAdmitted)
    {
        try
        {
            (CallKind kind, ReadOnlyMemory<byte> answer) = isAdmitted
                ? await HandleAsync(call).ConfigureAwait(false)
                : (CallKind.Error, Encoding.UTF8.GetBytes(BusyText));
            if (!call.IsOneWay)
            {
                await AnswerAsync(id, call.Name, kind, answer).ConfigureAwait(false);
            }
        }
        catch (Exception error) when (error is MultiplexerException or ObjectDisposedException or OperationCanceledException)
        {
            // The connection has ended, or refuses sends: the requester's time-out tells it.
        }
        finally
        {
            _running.Leave();
        }
    }

    private async Task<(CallKind Kind, ReadOnlyMemory<byte> Answer)> HandleAsync(MultiplexedCall call)
    {
        try
        {
            return (CallKind.Response, await _handler(call, _stop.Token).ConfigureAwait(false));
        }
        catch (Exception error)
        {
            // Whatever a handler throws is the answer to its caller; the game refuses a call with this type.
            _connection.Count(MultiplexerCounter.HandlerFaults);
            return (CallKind.Error, Encoding.UTF8.GetBytes(error is CallFailedException ? error.Message : FaultText));
        }
    }

    private async Task AnswerAsync(uint id, string name, CallKind kind, ReadOnlyMemory<byte> answer)
    {
        if (CallFrame.BytesOf(name, 0) + (long)answer.Length > _connection.Limits.MessageBytesMax)
        {
            _connection.Count(MultiplexerCounter.TooLargeRefused);
            (kind, answer) = (CallKind.Error, Encoding.UTF8.GetBytes("The answer is too large."));
        }

        await SendAsync(id, name, kind, answer, _stop.Token).ConfigureAwait(false);
    }
}
