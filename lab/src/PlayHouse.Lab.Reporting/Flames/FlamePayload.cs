namespace PlayHouse.Lab.Reporting.Flames;

/// <summary>
/// Everything one flame graph and its tree show. Frames stand in the order in which a reader meets them: a caller, then the
/// largest callee with all below it, then the next. Immutable, so safe for any number of pages.
/// </summary>
public sealed class FlamePayload
{
    /// <summary>Most frames of a picture; smaller ones are part of their callers only.</summary>
    public const int FramesMax = 40_000;

    private readonly int[] _ends;

    /// <summary>A picture of frames in their order.</summary>
    /// <param name="frames">Callers before callees, each caller's callees together.</param>
    /// <param name="unit">Unit of the widths, for people.</param>
    public FlamePayload(IReadOnlyList<FlameFrame> frames, string unit)
    {
        ArgumentNullException.ThrowIfNull(frames);
        Frames = frames;
        Unit = unit;
        _ends = new int[frames.Count];
        for (int i = frames.Count - 1; i >= 0; i--)
        {
            _ends[i] = Math.Max(_ends[i], i + 1);
            if (frames[i].Parent >= 0)
            {
                _ends[frames[i].Parent] = Math.Max(_ends[frames[i].Parent], _ends[i]);
            }
        }
    }

    /// <summary>The frames; the first holds all others.</summary>
    public IReadOnlyList<FlameFrame> Frames { get; }

    /// <summary>Unit of the figures.</summary>
    public string Unit { get; }

    /// <summary>True for a change between two arms.</summary>
    public bool IsDifference { get; init; }

    /// <summary>Frames that were too small for the limit.</summary>
    public int FramesLeftOut { get; init; }

    /// <summary>The largest change with its sign, for the legend of a difference.</summary>
    public string Strongest { get; init; } = "";

    /// <summary>The index behind the last frame below this one.</summary>
    public int EndOf(int frame) => _ends[frame];

    /// <summary>True when the picture shows it at all.</summary>
    public bool IsShown(int frame, bool hasVanished) =>
        (hasVanished && IsDifference ? Frames[frame].WidthWithVanished : Frames[frame].Width) > 0;

    /// <summary>The frames from the first one to this one, both included; the first alone for an index there is not.</summary>
    public IReadOnlyList<int> WayTo(int frame)
    {
        var way = new List<int>();
        for (int at = frame >= 0 && frame < Frames.Count ? frame : 0; at >= 0 && at < Frames.Count; at = Frames[at].Parent)
        {
            way.Add(at);
        }

        way.Reverse();
        return way;
    }
}
