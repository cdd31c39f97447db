using System.Net.Sockets;
using System.Runtime.CompilerServices;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Strategies.Sessions;

/// <summary>
/// A receiver whose reader's role belongs to one task from the first byte to the last. While another holder has the role,
/// the task waits for <see cref="Resume"/>. The session is told the end as the task's last act: to await the sessions
/// of a server is to await their tasks.
/// </summary>
internal abstract class LoopReceiver(IFrameSink sink, ReceiveBuffer buffer) : Receiver(sink, buffer)
{
    /// <summary>After this many receives that completed at once, others get their turn.</summary>
    private const int ReceivesPerTurn = 8;

    private readonly AsyncSignal _resumed = new();
    private Task _loop = Task.CompletedTask;
    private bool _hasBegun;

    protected override CloseReason EndReason => CloseReason.ClientClosed;

    public override void Resume()
    {
        if (!_hasBegun)
        {
            // The session's start: no other thread knows the receiver yet.
            _hasBegun = true;
            Begin();
            _loop = Task.Run(RunAsync);
            return;
        }

        _resumed.Set();
    }

    public override void AddTo(CounterBlock block, long frames)
    {
        base.AddTo(block, frames);
        block[EngineCounter.SeamSession] += frames;
    }

    public override void Dispose()
    {
    }

    /// <summary>Starts what the loop depends on.</summary>
    protected virtual void Begin()
    {
    }

    /// <summary>The next bytes: at least one, 0 for the end of the stream, negative for a failure.</summary>
    protected abstract ValueTask<int> TakeAsync(Memory<byte> room);

    /// <summary>Ends and awaits what the loop depends on. Its last call.</summary>
    protected virtual ValueTask EndAsync() => ValueTask.CompletedTask;

    /// <summary>One receive of the socket: bytes, 0 for the end of the stream, negative for a failure.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    protected static async ValueTask<int> ReceiveAsync(Socket socket, Memory<byte> room)
    {
        try
        {
            return await socket.ReceiveAsync(room, SocketFlags.None).ConfigureAwait(false);
        }
        catch (Exception exception) when (ChannelErrors.IsConnectionLoss(exception))
        {
            return -1;
        }
    }

    private async Task RunAsync()
    {
        try
        {
            await LoopAsync().ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            Sink.ReportFault(exception);
        }

        await EndAsync().ConfigureAwait(false);
        Sink.EndReceive();
    }

    private async Task LoopAsync()
    {
        for (int receives = 1; ; receives++)
        {
            ReadProgress progress;
            while ((progress = Sink.ConsumeFrames()) == ReadProgress.Paused)
            {
                await _resumed.WaitAsync().ConfigureAwait(false);
            }

            if (progress == ReadProgress.Ended)
            {
                return;
            }

            Bytes.PrepareReceive();
            int bytes = await TakeAsync(Bytes.Buffer.Array.AsMemory(Bytes.WriteOffset, Bytes.FreeBytes)).ConfigureAwait(false);
            if (!Take(bytes))
            {
                return;
            }

            if (receives % ReceivesPerTurn == 0)
            {
                await Task.CompletedTask.ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
            }
        }
    }
}
