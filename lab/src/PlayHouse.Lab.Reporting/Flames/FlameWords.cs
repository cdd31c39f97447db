namespace PlayHouse.Lab.Reporting.Flames;

/// <summary>The words of a picture. Pure.</summary>
public static class FlameWords
{
    /// <summary>A frame's figures in one line.</summary>
    public static string Figures(FlamePayload payload, FlameFrame frame)
    {
        ArgumentNullException.ThrowIfNull(payload);
        ArgumentNullException.ThrowIfNull(frame);
        string share = payload.IsDifference ? frame.Share : $"{frame.Share} of what is shown";
        string parts = $"{frame.Value} {payload.Unit} {frame.Interval}, {share}, {frame.Samples} {Numbers.Noun(frame.Samples == "1" ? 1 : 2, "sample")}, {Look(frame)}";
        return frame.Edge == FlameEdge.None ? parts : $"{parts}, {Edge(frame.Edge)}";
    }

    /// <summary>What the colour of a frame means.</summary>
    public static string Look(FlameFrame frame) => frame switch
    {
        { Look: FlameLook.Same, IsInsufficient: true } => "too few samples to tell",
        _ => Look(frame.Look),
    };

    /// <summary>What a colour means.</summary>
    public static string Look(FlameLook look) => look switch
    {
        FlameLook.All => "everything",
        FlameLook.Game => "game or library",
        FlameLook.Engine => "engine",
        FlameLook.Framework => "framework",
        FlameLook.Type => "allocated type",
        FlameLook.Same => "no difference shown",
        FlameLook.More => "more",
        FlameLook.Less => "less",
        _ => "other",
    };

    /// <summary>What an outline means.</summary>
    public static string Edge(FlameEdge edge) => edge == FlameEdge.New ? "new" : "gone";
}
