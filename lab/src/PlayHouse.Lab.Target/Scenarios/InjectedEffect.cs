using System.Diagnostics;
using System.Runtime.CompilerServices;
using PlayHouse.Lab.Model.Experiments;

namespace PlayHouse.Lab.Target.Scenarios;

/// <summary>
/// A planted effect, the positive control of the method. Everything it costs happens in <see cref="Apply"/>, so that a
/// profile that works must name that method.
/// </summary>
internal sealed class InjectedEffect
{
    /// <summary>Application error code of a planted error reply.</summary>
    public const ushort ErrorCode = 1000;

    private const int ArrayOverheadBytes = 24;
    private const int Batches = 20;
    private const long BatchSteps = 100_000;

    // Nanoseconds of a step of work; the fastest batch, because what disturbs one makes it slower. Measured once, at the first use.
    private static readonly Lazy<double> StepNs = new(MeasureStep);

    private readonly int _arrayLength;
    private readonly long _steps;
    private readonly double _errorRate;
    private readonly int _stallMs;
    private double _errorDebt;
    private ulong _worked = 1;
    private long _nextStallTicks;
    private byte[]? _kept;

    /// <summary>Creates the effect. Bytes round up to what the runtime can allocate: 24, 32, 40, …</summary>
    public InjectedEffect(InjectSpec spec)
    {
        _arrayLength = spec.BytesPerMessage == 0 ? -1 : Math.Max(0, spec.BytesPerMessage - ArrayOverheadBytes);
        _steps = spec.SpinMicroseconds > 0 ? (long)Math.Round(1e3 * spec.SpinMicroseconds / StepNs.Value) : 0;
        _errorRate = spec.ErrorRate;
        _stallMs = spec.StallMs;
        _nextStallTicks = Stopwatch.GetTimestamp() + Stopwatch.Frequency;
    }

    /// <summary>The array allocated last; keeps the allocation observable.</summary>
    public byte[]? Kept => _kept;

    /// <summary>Costs what was planted; true when this message is to be answered with an error.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public bool Apply()
    {
        if (_arrayLength >= 0)
        {
            _kept = new byte[_arrayLength];
        }

        if (_steps > 0)
        {
            _worked = Work(_worked, _steps);
            // The processor does not begin with what follows before the last step is done: it looks some hundred instructions ahead, and 0.04 to 0.09 us of the
            // work cost nothing.
            Thread.MemoryBarrier();
        }

        if (_stallMs > 0)
        {
            StallOncePerSecond();
        }

        if (_errorRate <= 0)
        {
            return false;
        }

        _errorDebt += _errorRate;
        if (_errorDebt < 1)
        {
            return false;
        }

        _errorDebt -= 1;
        return true;
    }

    // Steps that each wait for the one before (the multiplier of a linear congruential generator; Knuth, The Art of Computer Programming, 3.3.4).
    // A loop that reads the clock instead would end up to a read too late, which on a virtual machine is 0.2 us.
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    private static ulong Work(ulong state, long steps)
    {
        for (long i = 0; i < steps; i++)
        {
            state = (state * 6364136223846793005UL) + 1442695040888963407UL;
        }

        return state;
    }

    private static double MeasureStep()
    {
        double best = double.PositiveInfinity;
        ulong state = 1;
        for (int batch = 0; batch < Batches; batch++)
        {
            long start = Stopwatch.GetTimestamp();
            state = Work(state, BatchSteps);
            best = Math.Min(best, Stopwatch.GetElapsedTime(start).TotalNanoseconds);
        }

        // The state is used, so that the work is done.
        return state == 0 ? double.NaN : best / BatchSteps;
    }

    private void StallOncePerSecond()
    {
        long now = Stopwatch.GetTimestamp();
        if (now < _nextStallTicks)
        {
            return;
        }

        _nextStallTicks = now + Stopwatch.Frequency;
        // Blocking the handler's thread is the planted effect itself.
        Thread.Sleep(_stallMs);
    }
}
