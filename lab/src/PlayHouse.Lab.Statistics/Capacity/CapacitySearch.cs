namespace PlayHouse.Lab.Statistics.Capacity;

/// <summary>How a search of the highest sustained rate ended.</summary>
public enum CapacityOutcome
{
    /// <summary>It goes further.</summary>
    Searching,

    /// <summary>Found between a rate that was sustained and one that was not.</summary>
    Found,

    /// <summary>The highest rate allowed was sustained: the capacity is that or more.</summary>
    AtCeiling,

    /// <summary>The lowest rate allowed was not sustained: the capacity is below it.</summary>
    BelowFloor,

    /// <summary>The most probes were made: the best rate so far stands.</summary>
    OutOfProbes,
}

/// <summary>
/// Searches the highest rate at which a probe succeeds, where success turns into failure somewhere as the rate rises: steps out from the
/// start by growing factors until the edge lies between two rates, then halves the gap on the logarithmic scale. A probe that fails is
/// made once more before the failure counts, because one disturbance spoils a short window. Pure state; not thread-safe.
/// </summary>
public sealed class CapacitySearch
{
    /// <summary>Ratio of the two rates around the edge at which the search ends.</summary>
    public const double Resolution = 1.025;

    /// <summary>Factor of the first step away from the start; it is squared with every further step in the same direction.</summary>
    public const double FirstStep = 1.2;

    /// <summary>Most probes of a search; then the best rate so far stands.</summary>
    public const int ProbesMax = 40;

    /// <summary>Failures at a rate before it counts as not sustained.</summary>
    public const int FailuresToCount = 2;

    // Steps of more than this overshoot into rates that say nothing.
    private const double StepMax = 4;

    private readonly double _floor;
    private readonly double _ceiling;
    private double _low = double.NaN;
    private double _high = double.NaN;
    private double _step = FirstStep;
    private int _failures;

    /// <summary>Begins a search.</summary>
    /// <param name="start">First rate, clamped into the bounds.</param>
    /// <param name="floor">Lowest rate that is tried, above 0.</param>
    /// <param name="ceiling">Highest rate that is tried.</param>
    /// <exception cref="ArgumentOutOfRangeException">The bounds are not positive, finite and ascending, or the start is not positive.</exception>
    public CapacitySearch(double start, double floor, double ceiling)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(floor);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(start);
        ArgumentOutOfRangeException.ThrowIfLessThan(ceiling, floor);
        if (!double.IsFinite(ceiling))
        {
            throw new ArgumentOutOfRangeException(nameof(ceiling), ceiling, "The highest rate is a number.");
        }

        _floor = floor;
        _ceiling = ceiling;
        Rate = Math.Clamp(start, floor, ceiling);
    }

    /// <summary>Rate of the next probe; of the last one when the search has ended.</summary>
    public double Rate { get; private set; }

    /// <summary>How it stands.</summary>
    public CapacityOutcome Outcome { get; private set; } = CapacityOutcome.Searching;

    /// <summary>Probes reported.</summary>
    public int Probes { get; private set; }

    /// <summary>Highest rate that was sustained; the floor when none was.</summary>
    public double Capacity => double.IsNaN(_low) ? _floor : _low;

    /// <summary>Takes the result of the probe at <see cref="Rate"/>.</summary>
    /// <exception cref="InvalidOperationException">The search has ended.</exception>
    public void Report(bool isSustained)
    {
        if (Outcome != CapacityOutcome.Searching)
        {
            throw new InvalidOperationException("The search has ended.");
        }

        Probes++;
        if (isSustained)
        {
            _failures = 0;
            _low = Rate;
            Outcome = Rate >= _ceiling ? CapacityOutcome.AtCeiling : Outcome;
            Move(Math.Min(Rate * _step, _ceiling));
        }
        else if (++_failures == FailuresToCount)
        {
            _failures = 0;
            _high = Rate;
            Outcome = Rate <= _floor ? CapacityOutcome.BelowFloor : Outcome;
            Move(Math.Max(Rate / _step, _floor));
        }

        if (Outcome == CapacityOutcome.Searching && Probes == ProbesMax)
        {
            Outcome = CapacityOutcome.OutOfProbes;
        }
    }

    /// <summary>To the given rate while one side of the edge is open, else between both sides.</summary>
    private void Move(double outward)
    {
        if (Outcome != CapacityOutcome.Searching)
        {
            return;
        }

        if (double.IsNaN(_low) || double.IsNaN(_high))
        {
            Rate = outward;
            _step = Math.Min(StepMax, _step * _step);
        }
        else if (_high / _low <= Resolution)
        {
            Outcome = CapacityOutcome.Found;
        }
        else
        {
            Rate = Math.Sqrt(_low * _high);
        }
    }
}
