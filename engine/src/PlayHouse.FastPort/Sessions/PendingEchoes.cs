using System.Collections.Concurrent;
using PlayHouse.FastPort.Hops;
using PlayHouse.FastPort.Protocol;
using PlayHouse.FastPort.Protos;

namespace PlayHouse.FastPort.Sessions;

/// <summary>Requests of one client without a response. Any thread.</summary>
internal sealed class PendingEchoes(HopRecorder? recorder)
{
    private readonly ConcurrentDictionary<ulong, PendingEcho> _pending = new();
    private long _unmatched;

    /// <summary>Responses that no request waited for.</summary>
    public long Unmatched => Volatile.Read(ref _unmatched);

    /// <summary>A request is about to be sent.</summary>
    public void Add(ulong requestId, PendingEcho echo) => _pending[requestId] = echo;

    public void Remove(ulong requestId) => _pending.TryRemove(requestId, out _);

    public void Complete(EchoResponse response, long receivedTicks, HopTrace? arrival)
    {
        Header header = response.Header ?? new Header();
        if (!_pending.TryRemove(header.RequestId, out PendingEcho? echo))
        {
            Interlocked.Increment(ref _unmatched);
            return;
        }

        if (echo.Trace is { } trace && arrival is not null)
        {
            trace.Received = arrival.Received;
            trace.Parsed = arrival.Parsed;
            trace.Dequeued = arrival.Dequeued;
            trace.ServerReceived = (long)header.ServerRecvTs;
            trace.ServerAnswered = (long)header.ServerSendTs;
            recorder?.Add(trace);
        }

        echo.Answer.TrySetResult(new EchoReply(
            response.Result == EchoResults.Ok,
            response.Data.Memory,
            header.RequestId,
            echo.AskedTicks,
            (long)header.ServerRecvTs,
            (long)header.ServerSendTs,
            receivedTicks));
    }

    public void FailAll(CloseReason reason)
    {
        foreach (ulong requestId in _pending.Keys)
        {
            if (_pending.TryRemove(requestId, out PendingEcho? echo))
            {
                echo.Answer.TrySetException(
                    new IOException($"The connection ended before the response: {CloseReasons.Names[(int)reason]}."));
            }
        }
    }
}

/// <summary>One request without a response.</summary>
internal sealed record PendingEcho(long AskedTicks, HopTrace? Trace)
{
    public TaskCompletionSource<EchoReply> Answer { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);
}
