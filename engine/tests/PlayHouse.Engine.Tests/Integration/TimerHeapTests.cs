using PlayHouse.Engine.IntegrationTests.Fixtures;
using PlayHouse.Engine.Timers;

namespace PlayHouse.Engine.IntegrationTests;

public sealed class TimerHeapTests
{
    /// <summary>The oracle is a sorted list of everything that is set.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(42)]
    public async Task SetMoveAndRemove_AtRandom_FireInOrderOfDueTime(int seed)
    {
        Random random = new(seed);
        ManualClock clock = new();
        await using TimerHeap heap = new(clock, _ => { });
        List<(long Due, int Order, Probe Entry)> oracle = [];
        List<Probe> fired = [];
        Probe[] probes = [.. Enumerable.Range(0, 500).Select(_ => new Probe(fired))];
        int order = 0;
        for (int round = 0; round < 200; round++)
        {
            for (int i = 0; i < 50; i++)
            {
                Probe probe = probes[random.Next(probes.Length)];
                bool isIn = oracle.RemoveAll(o => o.Entry == probe) == 1;
                if (random.Next(3) == 0)
                {
                    Assert.Equal(isIn, heap.Remove(probe));
                    continue;
                }

                long due = heap.NowTicks + random.Next(20) * TimeSpan.TicksPerMillisecond;
                heap.Set(probe, due);
                oracle.Add((due, order++, probe));
            }

            Assert.Equal(oracle.Count, heap.Count);
            fired.Clear();
            clock.Jump(TimeSpan.FromMilliseconds(random.Next(6)));
            Probe[] expected = [.. oracle.Where(o => o.Due <= heap.NowTicks - TimeSpan.TicksPerMillisecond).OrderBy(o => (o.Due, o.Order)).Select(o => o.Entry)];

            // The alarm waits for whole milliseconds: what is due right now may ring with this one or with the next.
            Assert.Equal(expected, fired.Take(expected.Length));
            Assert.All(fired.Skip(expected.Length), p => Assert.Equal(heap.NowTicks, oracle.Single(o => o.Entry == p).Due));
            oracle.RemoveAll(o => fired.Contains(o.Entry));
        }

        clock.Jump(TimeSpan.FromSeconds(1));
        Assert.Equal(0, heap.Count);
    }

    [Fact]
    public async Task Entry_ThatIsFarAway_FiresNoEarlierAndNoLater()
    {
        ManualClock clock = new();
        await using TimerHeap heap = new(clock, _ => { });
        List<Probe> fired = [];
        heap.SetAfter(new Probe(fired), TimeSpan.FromDays(3));

        clock.Advance(TimeSpan.FromDays(3) - TimeSpan.FromMilliseconds(1));
        Assert.Empty(fired);
        clock.Advance(TimeSpan.FromMilliseconds(1));
        Assert.Single(fired);
    }

    [Fact]
    public async Task Entry_ThatThrows_IsReported_AndTheOthersFire()
    {
        ManualClock clock = new();
        List<Exception> faults = [];
        await using TimerHeap heap = new(clock, faults.Add);
        List<Probe> fired = [];
        heap.SetAfter(new Probe(fired) { Fails = true }, TimeSpan.FromSeconds(1));
        heap.SetAfter(new Probe(fired), TimeSpan.FromSeconds(1));

        clock.Advance(TimeSpan.FromSeconds(1));

        Assert.Single(faults);
        Assert.Single(fired);
    }

    [Fact]
    public async Task Heap_Stopped_FiresNothingAndTakesNothing()
    {
        ManualClock clock = new();
        TimerHeap heap = new(clock, _ => { });
        List<Probe> fired = [];
        Probe probe = new(fired);
        heap.SetAfter(probe, TimeSpan.FromSeconds(1));

        await heap.DisposeAsync();
        heap.SetAfter(new Probe(fired), TimeSpan.FromSeconds(1));
        clock.Advance(TimeSpan.FromSeconds(10));

        Assert.Empty(fired);
        Assert.Equal(0, heap.Count);
        Assert.False(heap.Remove(probe));
    }

    private sealed class Probe(List<Probe> fired) : TimerEntry
    {
        public bool Fails { get; init; }

        public override void Fire(long nowTicks)
        {
            if (Fails)
            {
                throw new InvalidOperationException("the entry failed");
            }

            fired.Add(this);
        }
    }
}
