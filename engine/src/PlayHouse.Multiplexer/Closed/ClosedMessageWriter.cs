using System.Diagnostics;
using System.Runtime.CompilerServices;
using PlayHouse.Multiplexer.Strategies.MuxChunk;
using PlayHouse.Multiplexer.Strategies.MuxEmit;
using PlayHouse.Multiplexer.Writing;

namespace PlayHouse.Multiplexer.Closed;

/// <summary>The writer, closed over its strategies.</summary>
#pragma warning disable CA1001 // Senders that wait hold the semaphore; without a wait handle it has nothing to release.
internal sealed class ClosedMessageWriter<TMuxChunk, TMuxEmit>(WriterParts parts, TMuxChunk chunk, TMuxEmit emit) : MessageWriter
    where TMuxChunk : struct, IMuxChunk
    where TMuxEmit : struct, IMuxEmit
#pragma warning restore CA1001
{
    private readonly SendAdmission _admission = new(parts.Limits);
    private readonly OpenIds _ids = new(parts.FirstId);

    private readonly SemaphoreSlim _turn = new(1, 1);
    private int _waiting;

    public override ValueTask SendAsync(ReadOnlyMemory<byte> body, CancellationToken cancellation) =>
        SendAsync(0, false, body, cancellation);

    public override ValueTask SendAsync(uint id, ReadOnlyMemory<byte> body, CancellationToken cancellation) =>
        SendAsync(id, true, body, cancellation);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask SendAsync(uint id, bool isIdGiven, ReadOnlyMemory<byte> body, CancellationToken cancellation)
    {
        Admit(body.Length);
        try
        {
            cancellation.ThrowIfCancellationRequested();
            MessageSend send = new(id, isIdGiven, body);
            while (!send.IsDone)
            {
                send = await TakeTurnAsync(send, cancellation).ConfigureAwait(false);
                if (!send.IsBegun && !send.IsDone)
                {
                    // Another message has this id; its sender needs the thread more.
                    await Task.Yield();
                }
            }

            if (send.IsAborted)
            {
                throw new OperationCanceledException(cancellation);
            }
        }
        finally
        {
            _admission.Leave(body.Length);
        }
    }

    private void Admit(int bytes)
    {
        if (parts.Link.IsEnded)
        {
            throw parts.Link.Error();
        }

        if (bytes > parts.Limits.MessageBytesMax)
        {
            parts.Link.Shared.AddShared(MultiplexerCounter.TooLargeRefused);
            throw new ArgumentException($"The message has {bytes} bytes; at most {parts.Limits.MessageBytesMax} are sent.", nameof(bytes));
        }

        if (!_admission.TryEnter(bytes))
        {
            parts.Link.Shared.AddShared(MultiplexerCounter.SendsRefused);
            parts.Link.CountBusy();
            throw new MultiplexerException(MultiplexerFailure.Busy, "Too many sends are under way.");
        }
    }

    /// <summary>Waits for the turn and uses it. Not cancellable: frames may be kept back until a send that waits has its turn.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<MessageSend> TakeTurnAsync(MessageSend send, CancellationToken cancellation)
    {
        Interlocked.Increment(ref _waiting);
        await _turn.WaitAsync(CancellationToken.None).ConfigureAwait(false);
        Interlocked.Decrement(ref _waiting);
        try
        {
            if (parts.Link.IsEnded)
            {
                throw parts.Link.Error();
            }

            (FrameRun run, MessageSend next) = NextRun(send, cancellation.IsCancellationRequested);
            long begun = chunk.IsTimed ? Stopwatch.GetTimestamp() : 0;
            await emit.EmitAsync(run, Volatile.Read(ref _waiting) > 0 || !next.IsDone).ConfigureAwait(false);
            if (chunk.IsTimed)
            {
                chunk.Took(
                    run.MessageBytes, next.ChunkBytes, run.Data.Length,
                    Stopwatch.GetElapsedTime(begun).TotalNanoseconds, run.Last == FrameType.End);
            }

            Account(run);
            return next;
        }
        catch (Exception error)
            when (error is not (MultiplexerException or ObjectDisposedException { ObjectName: ConnectionLink.Connection }))
        {
            // It is unknown which bytes left: the stream is of no further use.
            parts.Link.End(MultiplexerFailure.Stream, error);
            throw parts.Link.Error();
        }
        finally
        {
            _turn.Release();
        }
    }

    private (FrameRun Run, MessageSend Next) NextRun(MessageSend send, bool isCancelled)
    {
        if (isCancelled)
        {
            return (send.IsBegun ? FrameRun.Abort(send.Id, send.Body.Length) : FrameRun.Nothing, send.Aborted());
        }

        if (!send.IsBegun)
        {
            if (send.IsIdGiven && _ids.Contains(send.Id))
            {
                // The turn goes round until the other message has ended.
                return (FrameRun.Nothing, send);
            }

            parts.Counters.Add(MultiplexerCounter.SeamMuxChunk, 1);
            send = send.Begun(send.IsIdGiven ? send.Id : _ids.Next(), chunk.ChunkBytes(send.Body.Length));
            ReadOnlyMemory<byte> first = send.NextData(out MessageSend afterFirst);
            return (FrameRun.First(send.Id, send.Body.Length, chunk.StartLength(send.Body.Length), first, afterFirst.IsDone), afterFirst);
        }

        ReadOnlyMemory<byte> data = send.NextData(out MessageSend after);
        return (FrameRun.Next(send.Id, send.Body.Length, data, after.IsDone), after);
    }

    private void Account(in FrameRun run)
    {
        parts.Counters.Add(MultiplexerCounter.PayloadBytesOut, run.Data.Length);
        if (run.Last == 0)
        {
            if (run.IsStart)
            {
                _ids.Open(run.Id);
            }

            return;
        }

        if (!run.IsStart)
        {
            _ids.Close(run.Id);
        }

        parts.Counters.Add(run.Last == FrameType.End ? MultiplexerCounter.MessagesOut : MultiplexerCounter.AbortsOut, 1);
    }
}
