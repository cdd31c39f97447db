using System.Diagnostics;
using System.Globalization;
using PlayHouse.Sockets.Tests.Fakes;

namespace PlayHouse.Sockets.Tests;

/// <summary>A loop ahead of ordinary threads, seen through the kernel's own account of its thread.</summary>
public sealed class RealTimeTests
{
    private const int Ordinary = 0;
    private const int RoundRobin = 2;
    private const double ShareMax = 0.75;

    [Fact]
    public async Task Loop_ThatMay_RunsAheadAndItsThreadsDoNot()
    {
        using var loop = new EventLoop(new EventLoopOptions { RealTimeShareMax = ShareMax });
        loop.Start();

        int policy = await loop.RunAsync(Policy);
        int ofItsThread = await loop.RunAsync(() =>
        {
            int read = -1;
            var thread = new Thread(() => read = Policy());
            thread.Start();
            thread.Join();
            return read;
        });

        EventLoopCounters counters = loop.Counters;
        Assert.Equal(1, counters.RealTimeGrants + counters.RealTimeRefusals);
        Assert.Equal(counters.RealTimeGrants == 1 ? RoundRobin : Ordinary, policy);
        Assert.Equal(Ordinary, ofItsThread);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(-0.5)]
    [InlineData(double.NaN)]
    public void Loop_ShareThatIsNone_IsRefused(double share) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => new EventLoop(new EventLoopOptions { RealTimeShareMax = share }));

    [Fact]
    public async Task Loop_ThatWasNotAsked_IsOrdinary()
    {
        using var loop = new EventLoop();
        loop.Start();

        Assert.Equal(Ordinary, await loop.RunAsync(Policy));
        Assert.Equal((0, 0), (loop.Counters.RealTimeGrants, loop.Counters.RealTimeRefusals));
    }

    [Fact]
    public async Task Loop_ThatWorksMoreThanItsShare_IsOrdinaryUntilItWorksLess()
    {
        using var loop = new EventLoop(new EventLoopOptions { RealTimeShareMax = ShareMax });
        loop.Start();
        await loop.RunAsync(Policy);
        bool isGranted = loop.Counters.RealTimeGrants == 1;

        var busy = new Busy(loop, TimeSpan.FromMilliseconds(200));
        Assert.True(loop.Post(busy));
        int atTheEnd = await busy.Done;

        Assert.Equal(Ordinary, atTheEnd);
        Assert.True(!isGranted || loop.Counters.RealTimePauses > 0, "the limit is counted");
        // The wait for this work is the sleep.
        using var deadline = new CancellationTokenSource(TimeSpan.FromSeconds(30));
        while (await loop.RunAsync(Policy) != (isGranted ? RoundRobin : Ordinary))
        {
            deadline.Token.ThrowIfCancellationRequested();
        }
    }

    // Fields 40 and 41 of proc(5): the first two are the id and the name in parentheses, which may hold spaces.
    private static int Policy()
    {
        string line = File.ReadAllText("/proc/thread-self/stat");
        string[] fields = line[(line.LastIndexOf(')') + 2)..].Split(' ');
        return int.Parse(fields[41 - 3], CultureInfo.InvariantCulture);
    }

    /// <summary>Work that asks for itself again and again: the loop has always something to do.</summary>
    private sealed class Busy(EventLoop loop, TimeSpan length) : ILoopWork
    {
        private readonly TaskCompletionSource<int> _done = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly long _begun = Stopwatch.GetTimestamp();

        public Task<int> Done => _done.Task;

        public void Run()
        {
            if (Stopwatch.GetElapsedTime(_begun) < length)
            {
                loop.Post(this);
            }
            else
            {
                _done.SetResult(Policy());
            }
        }

        public void OnFault(Exception exception) => _done.TrySetException(exception);
    }
}
