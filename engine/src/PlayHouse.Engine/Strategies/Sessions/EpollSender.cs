using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.SendPumps;
using PlayHouse.Engine.Transport;
using PlayHouse.Sockets;

namespace PlayHouse.Engine.Strategies.Sessions;

/// <summary>
/// Sends by direct system calls on the thread that finds it idle. Where the socket takes no more, the runner's role is left to the loop,
/// which is told when there is room.
/// </summary>
internal sealed class EpollSender(
    IFrameSink sink, BufferPool pool, EngineLimits limits, SendPump pump, int writeBytesMax, NonBlockingSocket wire)
    : Sender(sink, pool, limits, pump, writeBytesMax), IThreadPoolWorkItem
{
    /// <summary>After this many writes others get their turn: a stage may have begun the run.</summary>
    private const int WritesPerTurn = 16;

    private const int Idle = 0;

    /// <summary>The loop has the runner's role and waits for room.</summary>
    private const int Waiting = 1;

    /// <summary>There has been room since the runner last asked for it.</summary>
    private const int HasRoom = 2;

    private int _room;

    public void Execute() => StartRun();

    public override void Dispose()
    {
    }

    /// <summary>The socket takes bytes, or fails. On the loop's thread.</summary>
    public void OnRoom()
    {
        // Nearly every event says so: it is remembered once.
        if (Volatile.Read(ref _room) != HasRoom && Interlocked.Exchange(ref _room, HasRoom) == Waiting)
        {
            Run(isInFlight: true);
        }
    }

    protected override void StartRun() => Run(isInFlight: false);

    private void Run(bool isInFlight)
    {
        try
        {
            for (int writes = 0; writes < WritesPerTurn; writes++)
            {
                if ((!isInFlight && !TakeNext()) || !TryWrite())
                {
                    return;
                }

                isInFlight = false;
            }

            ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
        }
        catch (Exception exception)
        {
            FailFor(exception);
        }
    }

    /// <summary>Sends what is in flight. False when the runner's role is over or left to the loop.</summary>
    private bool TryWrite()
    {
        while (true)
        {
            IoResult sent = IsGathered ? wire.Send(NextGatheredWrite()) : wire.Send(NextWrite());
            if (sent.Bytes > 0 && Book(sent.Bytes))
            {
                return true;
            }

            if (sent.IsDone)
            {
                continue;
            }

            if (!sent.IsBlocked)
            {
                Fail();
                return false;
            }

            // Last act: the loop may run on before this returns.
            if (Interlocked.CompareExchange(ref _room, Waiting, Idle) == Idle)
            {
                return false;
            }

            Interlocked.Exchange(ref _room, Idle);
        }
    }
}
