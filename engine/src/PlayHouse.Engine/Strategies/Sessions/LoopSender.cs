using System.Net.Sockets;
using System.Runtime.CompilerServices;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.SendPumps;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Strategies.Sessions;

/// <summary>
/// A sender whose runner is one task: the thread that finds the sender idle wakes it. The task begins with the first frame and
/// ends when the sender takes nothing more; the session is retired after that only.
/// </summary>
internal sealed class LoopSender(IFrameSink sink, Socket socket, BufferPool pool, EngineLimits limits, SendPump pump, int writeBytesMax)
    : Sender(sink, pool, limits, pump, writeBytesMax)
{
    /// <summary>After this many writes that completed at once, others get their turn.</summary>
    private const int WritesPerTurn = 16;

    private readonly AsyncSignal _woken = new();
    private Task? _loop;
    private int _hasRole;
    private volatile bool _isAlive;

    public override bool HasEnded => base.HasEnded && !_isAlive;

    public override void Dispose()
    {
    }

    protected override void StartRun()
    {
        if (_loop is null)
        {
            // No other thread can be here: the caller holds the runner's role.
            _isAlive = true;
            _loop = Task.Run(LoopAsync);
        }

        Volatile.Write(ref _hasRole, 1);
        _woken.Set();
    }

    protected override void OnClosed() => _woken.Set();

    private async Task LoopAsync()
    {
        while (!base.HasEnded)
        {
            await _woken.WaitAsync().ConfigureAwait(false);
            if (Interlocked.Exchange(ref _hasRole, 0) != 0)
            {
                await RunAsync().ConfigureAwait(false);
            }
        }

        _isAlive = false;
        TryRetire();
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask RunAsync()
    {
        try
        {
            for (int writes = 1; TakeNext(); writes++)
            {
                int bytes;
                do
                {
                    bytes = await WriteAsync().ConfigureAwait(false);
                    if (bytes <= 0)
                    {
                        Fail();
                        return;
                    }
                }
                while (!Book(bytes));

                if (writes % WritesPerTurn == 0)
                {
                    // A stage may have begun this run: it continues elsewhere.
                    await Task.CompletedTask.ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
                }
            }
        }
        catch (Exception exception)
        {
            FailFor(exception);
        }
    }

    /// <summary>One write: bytes that left, negative for a failure.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<int> WriteAsync()
    {
        try
        {
            return IsGathered
                ? await socket.SendAsync(NextGatheredWrite(), SocketFlags.None).ConfigureAwait(false)
                : await socket.SendAsync(NextWrite().AsMemory(), SocketFlags.None).ConfigureAwait(false);
        }
        catch (Exception exception) when (ChannelErrors.IsConnectionLoss(exception))
        {
            return -1;
        }
    }
}
