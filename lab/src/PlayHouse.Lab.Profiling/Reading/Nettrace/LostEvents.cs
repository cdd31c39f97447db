using System.Runtime.InteropServices;

namespace PlayHouse.Lab.Profiling.Reading.Nettrace;

/// <summary>
/// Counts events that threads wrote and the file does not hold: each thread numbers its events, and a sequence point says how
/// far it had come. One file, one thread.
/// </summary>
internal sealed class LostEvents
{
    /// <summary>Most threads in a file; their numbers are those of the system, which are used again.</summary>
    public const int ThreadsMax = 1_000_000;

    private readonly Dictionary<long, int> _last = [];

    /// <summary>Events lost up to now.</summary>
    public long Count { get; private set; }

    /// <summary>An event of a thread.</summary>
    public void OnEvent(long thread, int sequence) => Advance(thread, unchecked(sequence - 1), sequence);

    /// <summary>A sequence point.</summary>
    public void OnSequencePoint(ReadOnlySpan<byte> block)
    {
        var cursor = new SpanCursor(block);
        cursor.Int64();
        int threads = cursor.Int32();
        for (int i = 0; i < threads; i++)
        {
            long thread = cursor.Int64();
            int sequence = cursor.Int32();
            Advance(thread, sequence, sequence);
        }
    }

    private void Advance(long thread, int expected, int now)
    {
        ref int last = ref CollectionsMarshal.GetValueRefOrAddDefault(_last, thread, out bool isKnown);
        // The number of a thread that ended is given to a new one, which counts from the beginning.
        if (isKnown && last != 0 && expected != last)
            Count += unchecked((uint)(expected - last));
        last = now;
        if (_last.Count > ThreadsMax)
            throw new FormatException($"it has events of more than {ThreadsMax} threads");
    }
}
