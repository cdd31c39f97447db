using PlayHouse.Lab.Control;
using PlayHouse.Lab.Model.Launches;

namespace PlayHouse.Lab.Target.Marks;

/// <summary>
/// Calls, before a target is ready, what a mark and the first timer of the process would make the compiler do inside the measured
/// window. The reply to the first mark is written after that mark; a number that the fast way of formatting cannot shorten, one in
/// two hundred, takes a second way, with methods of its own.
/// </summary>
internal static class MarkRehearsal
{
    private const int Counters = 8;
    private const int Replies = 512;

    // The fractional parts of its multiples are spread evenly, so both ways of formatting are taken.
    private const double GoldenRatio = 1.618033988749895;

    /// <summary>Writes replies of made numbers, and lets a timer fire.</summary>
    public static async Task RunAsync(Func<MarkRecord> read)
    {
        MarkRecord real = read();
        Write(real);
        for (int reply = 0; reply < Replies; reply++)
        {
            Write(real with { Counters = Enumerable.Range(reply * Counters, Counters).ToDictionary(i => $"c{i}", i => i * GoldenRatio) });
        }

        var fired = new TaskCompletionSource();
        using var timer = new Timer(_ => fired.TrySetResult(), null, dueTime: 1, period: 1);
        await fired.Task;
        await Task.Delay(1);
    }

    private static void Write(MarkRecord record) => ControlCodec.Write(0, ControlTypes.Marked, new MarkedBody(record));
}
