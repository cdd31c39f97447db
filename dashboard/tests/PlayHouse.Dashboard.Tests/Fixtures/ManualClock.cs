namespace PlayHouse.Dashboard.Tests.Fixtures;

/// <summary>Time that moves when a test says so.</summary>
internal sealed class ManualClock : TimeProvider
{
    public DateTimeOffset Now { get; set; } = new(2025, 1, 2, 3, 4, 5, TimeSpan.Zero);

    public override DateTimeOffset GetUtcNow() => Now;
}
