using System.Buffers;
using System.IO.Pipelines;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Strategies.Sessions;

/// <summary>
/// One task receives into a pipe, another reads the pipe, parses and hands over. The pipe's threshold stops
/// the first one, and with it the client.
/// </summary>
internal sealed class PipeReceiver(IFrameSink sink, Socket socket, ReceiveBuffer buffer, int pauseBytes) : LoopReceiver(sink, buffer)
{
    private const int ReceiveBytesMin = 2048;

    private readonly Pipe _pipe = new(new PipeOptions(
        pauseWriterThreshold: pauseBytes, resumeWriterThreshold: pauseBytes / 2, useSynchronizationContext: false));
    private Task _filling = Task.CompletedTask;
    private int _end;
    private long _received;

    public override void AddTo(CounterBlock block, long frames)
    {
        base.AddTo(block, frames);
        block.Add(PipelinesSession.Received, _received);
    }

    protected override void Begin() => _filling = Task.Run(FillAsync);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    protected override async ValueTask<int> TakeAsync(Memory<byte> room)
    {
        ReadResult read = await _pipe.Reader.ReadAsync().ConfigureAwait(false);
        ReadOnlySequence<byte> bytes = read.Buffer.Slice(0, Math.Min(read.Buffer.Length, room.Length));
        if (bytes.IsEmpty)
        {
            // A pipe without bytes gives a result only when its writer has ended.
            _pipe.Reader.AdvanceTo(read.Buffer.End);
            return _end;
        }

        // The sequence is the pipe's again after the advance, its length too.
        int taken = (int)bytes.Length;
        _received++;
        bytes.CopyTo(room.Span);
        _pipe.Reader.AdvanceTo(bytes.End);
        return taken;
    }

    protected override async ValueTask EndAsync()
    {
        await _pipe.Reader.CompleteAsync().ConfigureAwait(false);
        socket.Dispose();
        await _filling.ConfigureAwait(false);
    }

    private async Task FillAsync()
    {
        try
        {
            FlushResult flushed = default;
            while (!flushed.IsCompleted
                && (_end = await ReceiveAsync(socket, _pipe.Writer.GetMemory(ReceiveBytesMin)).ConfigureAwait(false)) > 0)
            {
                Reads++;
                _pipe.Writer.Advance(_end);
                flushed = await _pipe.Writer.FlushAsync().ConfigureAwait(false);
            }
        }
        catch (Exception exception)
        {
            _end = -1;
            Sink.ReportFault(exception);
        }

        await _pipe.Writer.CompleteAsync().ConfigureAwait(false);
    }
}
