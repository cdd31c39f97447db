using PlayHouse.Lab.Profiling.Estimates;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Reporting.Allocations;
using PlayHouse.Lab.Reporting.Flames;

namespace PlayHouse.Dashboard.Model.Flames;

/// <summary>What a search found.</summary>
/// <param name="Frames">Indices of the frames whose name holds the text, in order.</param>
/// <param name="Sentence">How much they are, for people; empty when nothing was searched.</param>
public sealed record FlameMatch(IReadOnlyList<int> Frames, string Sentence)
{
    /// <summary>Nothing was searched.</summary>
    public static FlameMatch None { get; } = new([], "");
}

/// <summary>Looks for frames by a part of their name. Pure.</summary>
internal static class FlameSearch
{
    /// <summary>Finds them; what lies below a frame that was found is counted once.</summary>
    public static FlameMatch Find(FlamePayload payload, string text, AllocationScale? scale = null)
    {
        if (text.Length == 0 || payload.Frames.Count == 0)
        {
            return FlameMatch.None;
        }

        var found = new List<int>();
        var total = new AllocationEstimator();
        double width = 0;
        int counted = 0;
        for (int i = 1; i < payload.Frames.Count; i++)
        {
            FlameFrame frame = payload.Frames[i];
            if (!frame.Name.Contains(text, StringComparison.OrdinalIgnoreCase) && !frame.Short.Contains(text, StringComparison.OrdinalIgnoreCase))
            {
                continue;
            }

            found.Add(i);
            if (i >= counted)
            {
                counted = payload.EndOf(i);
                total.Add(frame.Total);
                width += frame.Width;
            }
        }

        return new FlameMatch(found, Sentence(payload, found.Count, width, total, scale));
    }

    private static string Sentence(FlamePayload payload, int count, double width, AllocationEstimator total, AllocationScale? scale)
    {
        if (count == 0)
        {
            return "No frame has that in its name.";
        }

        string frames = Numbers.Counted(count, "frame");
        string share = Numbers.Percent(payload.Frames[0].Width > 0 ? width / payload.Frames[0].Width : 0);
        return scale is null
            ? $"{frames} found with {share} of the candidate's bytes."
            : $"{frames} found with {share} of the bytes: {scale.Value(total)} {scale.Unit} {scale.Interval(total)}.";
    }
}
