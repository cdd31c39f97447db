using System.Net.Sockets;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Transport;
using PlayHouse.Sockets;

namespace PlayHouse.Engine.Strategies.Sessions;

/// <summary>
/// Threads of the server's own that wait for their connections by epoll, receive by direct system calls and hand over. A connection stays
/// with the loop that had the fewest when it came. Under the scheduler <c>inline</c> a stage runs on the loop's thread, and a handler that
/// blocks it keeps all connections of the loop waiting.
/// </summary>
internal sealed class EpollLoopSession : SessionStrategy
{
    public const string Loops = "loops";

    public static StrategyCounter Received { get; } = new(
        SessionCatalog.SeamId, "epoll-loop", "received", "receives that brought bytes", StrategyCounter.Shared);

    public static StrategyCounter Waits { get; } = new(
        SessionCatalog.SeamId, "epoll-loop", "waits", "waits of the loops for their connections", StrategyCounter.Informative);

    public static StrategyCounter Posted { get; } = new(
        SessionCatalog.SeamId, "epoll-loop", "posted", "connections that another thread brought, resumed or retired", StrategyCounter.Informative);

    public static StrategyCounter Lost { get; } = new(
        SessionCatalog.SeamId, "epoll-loop", "lost", "loops that a defect has ended", StrategyCounter.Informative);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = SessionCatalog.SeamId,
        Id = "epoll-loop",
        Type = typeof(EpollLoopSession),
        Summary = "Event loops of our own wait by epoll and receive on their thread; the thread that finds a connection idle writes.",
        Source = "design (not in the seeds)",
        Needs = "Linux",
        Counters = [Received, Waits, Posted, Lost],
        Knobs = [new KnobDescriptor(Loops, "threads", 0, 256, 0, "Event loops, a thread each; 0 is one per processor.")],
        Bytes = [new("a request of 64 B and its reply through a server, 10 at a time, one connection", 0, 0.5)],
    };

    private readonly List<EpollHome> _homes = [];

    /// <exception cref="PlatformNotSupportedException">This processor is neither x64 nor arm64.</exception>
    public EpollLoopSession(StrategyChoice choice)
    {
        int loops = (int)choice.Knob(Descriptor, Loops);
        loops = loops == 0 ? Environment.ProcessorCount : loops;
        try
        {
            while (_homes.Count < loops)
            {
                _homes.Add(new EpollHome(_homes.Count));
                _homes[^1].Loop.Start();
            }
        }
        catch
        {
            _homes.ForEach(h => h.Loop.Dispose());
            throw;
        }
    }

    public override Connection CreateConnection(Socket socket) => new EpollConnection(_homes.MinBy(h => h.Connections)!, socket);

    public override void AddTo(CounterBlock block)
    {
        foreach (EpollHome home in _homes)
        {
            EventLoopCounters counters = home.Loop.Counters;
            block.Add(Waits, counters.Waits);
            block.Add(Posted, counters.Posted);
            block.Add(Lost, home.Loop.Completed.IsFaulted ? 1 : 0);
        }
    }

    public override async ValueTask DisposeAsync()
    {
        _homes.ForEach(h => h.Loop.BeginStop());
        foreach (EpollHome home in _homes)
        {
            await home.Loop.Completed.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            home.Loop.Dispose();
        }

        await base.DisposeAsync();
    }
}

/// <summary>One loop and how many connections it has. Any thread.</summary>
internal sealed class EpollHome(int number)
{
    private int _connections;

    // A connection posts itself three times at most: when it comes, when its reader is resumed, when it is retired.
    public EventLoop Loop { get; } = new(new EventLoopOptions { Name = $"PlayHouse sockets {number}", PostedMax = int.MaxValue - 1 });

    /// <summary>How many; one that a defect has ended gets no more.</summary>
    public int Connections => Loop.Completed.IsCompleted ? int.MaxValue : Volatile.Read(ref _connections);

    public void Enter() => Interlocked.Increment(ref _connections);

    public void Leave() => Interlocked.Decrement(ref _connections);
}
