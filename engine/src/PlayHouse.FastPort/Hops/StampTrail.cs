using System.Collections.Concurrent;

namespace PlayHouse.FastPort.Hops;

/// <summary>
/// Remembers what belongs to which place of a byte stream: one loop notes an end of a stretch before its bytes can be
/// seen, the other one passes it. Bounded by what the buffer between the two holds. One writer, one reader.
/// </summary>
internal sealed class StampTrail<TNote>
{
    private readonly ConcurrentQueue<(long End, TNote Note)> _stretches = new();

    /// <summary>Notes the stretch that ends with byte number <paramref name="end"/>, counted from 1.</summary>
    public void Add(long end, TNote note) => _stretches.Enqueue((end, note));

    /// <summary>The note of the stretch that holds byte number <paramref name="position"/>; stretches before it are forgotten.</summary>
    public TNote At(long position)
    {
        (long End, TNote Note) stretch;
        while (_stretches.TryPeek(out stretch) && stretch.End < position)
        {
            _stretches.TryDequeue(out _);
        }

        return stretch.Note;
    }

    /// <summary>Takes the oldest stretch that ends at or before byte number <paramref name="position"/>.</summary>
    public bool TryTakeUpTo(long position, out TNote note)
    {
        if (_stretches.TryPeek(out (long End, TNote Note) stretch) && stretch.End <= position)
        {
            _stretches.TryDequeue(out _);
            note = stretch.Note;
            return true;
        }

        note = default!;
        return false;
    }
}
