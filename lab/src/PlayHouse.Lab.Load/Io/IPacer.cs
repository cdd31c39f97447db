namespace PlayHouse.Lab.Load.Io;

/// <summary>What sends by the clock, as the loop or thread sees it that calls it.</summary>
internal interface IPacer
{
    /// <summary>Sends what is due.</summary>
    /// <returns>When the next turn is due, monotonic nanoseconds; it may come earlier.</returns>
    long Turn();

    /// <summary>No turn comes any more.</summary>
    void Fail(Exception exception);
}
