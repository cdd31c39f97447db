using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Statistics.Randomness;

namespace PlayHouse.Lab.Load.Schedules;

/// <summary>
/// When which connection is due, in nanoseconds after the start, in time order over all connections and without end. The
/// times depend on seed, rate and number of connections alone, never on what the server does.
/// </summary>
/// <remarks>One thread. Nothing is allocated after construction.</remarks>
internal abstract class ArrivalSchedule
{
    /// <summary>Connection <c>c</c> is due at <c>(j + u_c) · C / rate</c>, with <c>u_c</c> uniform in [0, 1).</summary>
    public static ArrivalSchedule Constant(int connections, double ratePerSecond, ulong seed) =>
        new ConstantArrivals(connections, ratePerSecond, seed);

    /// <summary>Each connection has independent exponential gaps with mean <c>C / rate</c>.</summary>
    public static ArrivalSchedule Poisson(int connections, double ratePerSecond, ulong seed) =>
        new PoissonArrivals(connections, ratePerSecond, seed);

    /// <summary>The schedule of a load, with a stream for each connection; null for a closed loop.</summary>
    public static ArrivalSchedule? Of(LoadSpec load, ulong seed) => Of(load, load.Connections, load.RatePerSecond ?? 0, seed);

    /// <summary>The same with so many streams that make so many arrivals a second together.</summary>
    public static ArrivalSchedule? Of(LoadSpec load, int streams, double ratePerSecond, ulong seed) => load switch
    {
        { Mode: LoadMode.Closed } => null,
        { Arrivals: Arrivals.Poisson } => Poisson(streams, ratePerSecond, seed),
        _ => Constant(streams, ratePerSecond, seed),
    };

    /// <summary>Time of the next arrival.</summary>
    public abstract long NextDueNs { get; }

    /// <summary>Connection of the next arrival.</summary>
    public abstract int NextConnection { get; }

    /// <summary>Moves on to the arrival after this one.</summary>
    public abstract void Advance();

    private sealed class ConstantArrivals : ArrivalSchedule
    {
        private readonly int[] _order;
        private readonly double[] _phases;
        private readonly double _gapNs;
        private long _round;
        private int _position;

        public ConstantArrivals(int connections, double ratePerSecond, ulong seed)
        {
            _gapNs = 1e9 * connections / ratePerSecond;
            _order = new int[connections];
            _phases = new double[connections];
            for (int c = 0; c < connections; c++)
            {
                ulong state = SplitMix64.Stream(seed, (ulong)c);
                _order[c] = c;
                _phases[c] = SplitMix64.NextUnit(ref state);
            }

            // All connections share one gap, so the order by phase is the order of every round.
            Array.Sort(_phases, _order);
        }

        // From the round number each time: adding gaps up would let rounding errors grow into drift.
        public override long NextDueNs => (long)((_round + _phases[_position]) * _gapNs);

        public override int NextConnection => _order[_position];

        public override void Advance()
        {
            if (++_position == _order.Length)
            {
                _position = 0;
                _round++;
            }
        }
    }

    private sealed class PoissonArrivals : ArrivalSchedule
    {
        private readonly double[] _dueNs;
        private readonly ulong[] _states;
        private readonly int[] _heap;
        private readonly double _meanGapNs;

        public PoissonArrivals(int connections, double ratePerSecond, ulong seed)
        {
            _meanGapNs = 1e9 * connections / ratePerSecond;
            _dueNs = new double[connections];
            _states = new ulong[connections];
            _heap = new int[connections];
            for (int c = 0; c < connections; c++)
            {
                _states[c] = SplitMix64.Stream(seed, (ulong)c);
                _dueNs[c] = Gap(c);
                _heap[c] = c;
            }

            Array.Sort(_heap, (a, b) => _dueNs[a].CompareTo(_dueNs[b]));
        }

        public override long NextDueNs => (long)_dueNs[_heap[0]];

        public override int NextConnection => _heap[0];

        public override void Advance()
        {
            int moved = _heap[0];
            _dueNs[moved] += Gap(moved);
            int place = 0;
            while (true)
            {
                int child = 2 * place + 1;
                if (child >= _heap.Length)
                {
                    break;
                }

                if (child + 1 < _heap.Length && _dueNs[_heap[child + 1]] < _dueNs[_heap[child]])
                {
                    child++;
                }

                if (_dueNs[_heap[child]] >= _dueNs[moved])
                {
                    break;
                }

                _heap[place] = _heap[child];
                place = child;
            }

            _heap[place] = moved;
        }

        private double Gap(int connection) => -Math.Log(1 - SplitMix64.NextUnit(ref _states[connection])) * _meanGapNs;
    }
}
