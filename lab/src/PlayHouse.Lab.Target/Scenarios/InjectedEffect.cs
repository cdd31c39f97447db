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

    private readonly int _arrayLength;
    private readonly long _spinTicks;
    private readonly double _errorRate;
    private readonly int _stallMs;
    private double _errorDebt;
    private long _nextStallTicks;
    private byte[]? _kept;

    /// <summary>Creates the effect. Bytes round up to what the runtime can allocate: 24, 32, 40, …</summary>
    public InjectedEffect(InjectSpec spec)
    {
        _arrayLength = spec.BytesPerMessage == 0 ? -1 : Math.Max(0, spec.BytesPerMessage - ArrayOverheadBytes);
        _spinTicks = (long)(spec.SpinMicroseconds * Stopwatch.Frequency / 1e6);
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

        if (_spinTicks > 0)
        {
            Spin();
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

    private void Spin()
    {
        // Without a pause: one of the processor's lasts hundreds of nanoseconds, by which what is planted would be too large.
        long until = Stopwatch.GetTimestamp() + _spinTicks;
        while (Stopwatch.GetTimestamp() < until)
        {
        }
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
