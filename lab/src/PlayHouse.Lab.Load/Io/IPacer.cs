namespace PlayHouse.Lab.Load.Io;

/// <summary>What acts by the clock, as the loop or thread sees it that calls it.</summary>
internal interface IPacer
{
    /// <summary>Does what is due.</summary>
    /// <returns>When the next turn is due, monotonic nanoseconds; it may come earlier; <see cref="long.MaxValue"/> for never.</returns>
    long Turn();

    /// <summary>No turn comes any more.</summary>
    void Fail(Exception exception);
}
