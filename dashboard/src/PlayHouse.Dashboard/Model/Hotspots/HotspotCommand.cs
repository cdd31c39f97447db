using PlayHouse.Lab.Profiling.Folding;

namespace PlayHouse.Dashboard.Model.Hotspots;

/// <summary>The command that prints what a page shows. Pure.</summary>
internal static class HotspotCommand
{
    public static string Of(string run, string arm, HotspotQuery query)
    {
        if (query.IsDifference)
        {
            return $"./plab diff {run} --by tree{(query.Framework == FrameworkFrames.Fold ? "" : " --framework")}";
        }

        List<string> parts = ["./plab hotspots", run, "--arm", Quoted(arm), View(query)];
        parts.AddRange(query.Focus is { } focus ? ["--focus", Quoted(focus)] : []);
        parts.AddRange(query.Framework == default ? [] : ["--framework", HotspotQuery.Word(query.Framework)]);
        parts.AddRange(query.Fold.SelectMany(f => (string[])["--fold", Quoted(f)]));
        parts.AddRange(query.Group.SelectMany(g => (string[])["--group", Quoted(g)]));
        return string.Join(' ', parts);
    }

    private static string View(HotspotQuery query) => query switch
    {
        { View: HotspotView.Types } => "--by types",
        { View: HotspotView.Methods, Focus: not null } => "--by callers",
        { View: HotspotView.Methods } => "--by methods",
        { View: HotspotView.Flame } => "--flame",
        _ => "--by tree",
    };

    // A word that begins like an option is quoted too.
    private static string Quoted(string text) => ShellWord.IsPlain(text) && !text.StartsWith('-') ? text : ShellWord.Quoted(text);
}
