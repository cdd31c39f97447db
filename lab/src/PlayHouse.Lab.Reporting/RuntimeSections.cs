using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.Reporting;

/// <summary>The parts of a runtime report about one arm; a part with nothing to tell is not there. Pure functions, any thread.</summary>
internal static class RuntimeSections
{
    private const int RowsMax = 10;

    /// <summary>Collections, then locks, thread pool, exceptions and compilation; sums over the launches given.</summary>
    public static IReadOnlyList<string> Lines(IReadOnlyList<RuntimeProfile> profiles, int width) =>
        profiles.Count == 0
            ? ["no usable trace"]
            :
            [
                .. Collector(profiles[^1], width), .. Timeline(profiles[0], width), .. Groups(profiles, width), .. Heap(profiles[^1], width),
                .. Locks(profiles, width), .. Pool(profiles, width), .. Exceptions(profiles, width), .. Methods(profiles, width),
            ];

    private static IEnumerable<string> Collector(RuntimeProfile profile, int width)
    {
        if (profile.Collector is not { } setup)
        {
            return PlainText.Wrap("Collector: the trace does not tell which.", width);
        }

        string kind = setup.IsServer ? "server" : "workstation";
        string heaps = setup.Heaps > 0 ? $", {Numbers.Counted(setup.Heaps, "heap")}" : "";
        return PlainText.Wrap($"Collector: {kind}, background collection {(setup.IsConcurrent ? "on" : "off")}{heaps}.", width);
    }

    private static IEnumerable<string> Timeline(RuntimeProfile profile, int width)
    {
        IReadOnlyList<string> lanes = GcLanes.Lines(profile, width);
        string of = profile.LaunchId.Length == 0 ? "" : $" of {profile.LaunchId}";
        IEnumerable<string> cut = profile.CollectionsNotListed > 0
            ? PlainText.Wrap($"The lanes show the first {Numbers.Counted(profile.Collections.Count, "collection")}, {Numbers.Count(profile.CollectionsNotListed)} more came.", width)
            : [];
        return lanes.Count == 0 ? ["", "No collection."] : ["", $"Collections{of} over time", .. lanes, .. PlainText.Wrap(GcLanes.Legend, width), .. cut];
    }

    private static IEnumerable<string> Groups(IReadOnlyList<RuntimeProfile> profiles, int width)
    {
        List<CollectionGroup> groups =
        [
            .. profiles.SelectMany(p => p.Groups).GroupBy(g => (g.Generation, g.Kind, g.Reason))
                .Select(g => new CollectionGroup(
                    g.Key.Generation, g.Key.Kind, g.Key.Reason, g.Sum(x => x.Count), g.Sum(x => x.PauseMs), g.Max(x => x.PauseMsMax), g.Sum(x => x.PromotedBytes)))
                .OrderBy(g => g.Generation).ThenByDescending(g => g.Count),
        ];
        if (groups.Count == 0)
        {
            return [];
        }

        TextTable table = new TextTable(width).Number("gen").Text("kind", 8).Text("reason", 8)
            .Number("count").Number("pause ms").Number("longest ms").Number("survived/GC");
        foreach (CollectionGroup g in groups)
        {
            table.Row(
                Numbers.Count(g.Generation), g.Kind, g.Reason, Numbers.Count(g.Count), Numbers.Plain(g.PauseMs), Numbers.Plain(g.PauseMsMax),
                Numbers.Size(g.PromotedBytes / Math.Max(1, g.Count)));
        }

        double window = profiles.Sum(p => p.WindowMs);
        int pauses = profiles.Sum(p => p.Pauses);
        string total = $"{Numbers.Counted(pauses, "pause")}, {Numbers.Plain(profiles.Sum(p => p.PauseMs))} ms of "
            + $"{Numbers.Duration(window / 1e3)} ({Numbers.Percent(profiles.Sum(p => p.PauseMs) / window)}), the longest {Numbers.Plain(profiles.Max(p => p.PauseMsMax))} ms.";
        return ["", Over("Collections", profiles), .. table.Lines(), .. PlainText.Wrap(total, width)];
    }

    private static IEnumerable<string> Heap(RuntimeProfile profile, int width)
    {
        if (profile.Collections.Count == 0)
        {
            return [];
        }

        HeapSizes heap = profile.Collections[^1].HeapAfter;
        return PlainText.Wrap(
            $"Heap after the last collection {(profile.CollectionsNotListed > 0 ? "listed" : "of the window")}: {Numbers.Size(heap.Total)} (gen 0 {Numbers.Size(heap.Gen0)}, "
            + $"gen 1 {Numbers.Size(heap.Gen1)}, gen 2 {Numbers.Size(heap.Gen2)}, large {Numbers.Size(heap.Large)}, pinned {Numbers.Size(heap.Pinned)}).",
            width);
    }

    private static IEnumerable<string> Locks(IReadOnlyList<RuntimeProfile> profiles, int width)
    {
        List<ContentionSite> sites =
        [
            .. profiles.SelectMany(p => p.Contentions).GroupBy(c => (c.Site, c.Source))
                .Select(g => new ContentionSite(g.Key.Site, g.Key.Source, g.Sum(c => c.Count), g.Sum(c => c.WaitMs), g.Max(c => c.WaitMsMax)))
                .OrderByDescending(c => c.WaitMs).ThenBy(c => c.Site, StringComparer.Ordinal),
        ];
        if (sites.Count == 0)
        {
            return [];
        }

        double messages = profiles.Sum(p => p.Messages);
        TextTable table = new TextTable(width).Number("waits").Number("per million msg").Number("total ms").Number("longest ms").Text("waits at", 20, keepsEnd: true);
        foreach (ContentionSite site in sites.Take(RowsMax))
        {
            table.Row(
                Numbers.Count(site.Count), double.IsNaN(messages) ? "-" : Numbers.Plain(site.Count * 1e6 / messages),
                Numbers.Plain(site.WaitMs), Numbers.Plain(site.WaitMsMax), Place(site.Site, site.Source));
        }

        int unfinished = profiles.Sum(p => p.UnfinishedWaits);
        IEnumerable<string> open = unfinished > 0 ? PlainText.Wrap($"{Numbers.Count(unfinished)} of them had not ended when the trace did: counted without a length.", width) : [];
        return ["", Over("Waits for locks", profiles), .. table.Lines(), .. More(sites.Count, width), .. open];
    }

    private static IEnumerable<string> Pool(IReadOnlyList<RuntimeProfile> profiles, int width)
    {
        List<PoolChange> changes = [.. profiles.SelectMany(p => p.PoolChanges)];
        if (changes.Count == 0)
        {
            return [];
        }

        int starvations = profiles.Sum(p => p.Starvations);
        string reasons = string.Join(", ", changes.GroupBy(c => c.Reason).OrderByDescending(g => g.Count()).ThenBy(g => g.Key, StringComparer.Ordinal)
            .Select(g => $"{Numbers.Count(g.Count())} x {g.Key}"));
        string starved = starvations > 0
            ? $" STARVED: {Numbers.Counted(starvations, "thread was", "threads were")} added because queued work did not move for a while."
            : "";
        int notListed = profiles.Sum(p => p.PoolChangesNotListed);
        string more = notListed > 0 ? $" {Numbers.Counted(notListed, "later change is", "later changes are")} not listed." : "";
        string sentence = $"{Numbers.Count(changes.Min(c => c.Threads))} to {Numbers.Counted(changes.Max(c => c.Threads), "thread")}; {reasons}.{starved}{more}";
        return ["", Over("Thread pool", profiles), .. PlainText.Wrap(sentence, width, "  ")];
    }

    private static IEnumerable<string> Exceptions(IReadOnlyList<RuntimeProfile> profiles, int width)
    {
        List<ExceptionSite> sites =
        [
            .. profiles.SelectMany(p => p.Exceptions).GroupBy(e => (e.Type, e.Site, e.Source))
                .Select(g => new ExceptionSite(g.Key.Type, g.Key.Site, g.Key.Source, g.Sum(e => e.Count)))
                .OrderByDescending(e => e.Count).ThenBy(e => e.Type, StringComparer.Ordinal).ThenBy(e => e.Site, StringComparer.Ordinal),
        ];
        if (sites.Count == 0)
        {
            return [];
        }

        TextTable table = new TextTable(width).Number("thrown").Text("type", 12).Text("thrown at", 20, keepsEnd: true);
        foreach (ExceptionSite site in sites.Take(RowsMax))
        {
            table.Row(Numbers.Count(site.Count), SiteName.Type(site.Type), Place(site.Site, site.Source));
        }

        return ["", Over("Exceptions", profiles), .. table.Lines(), .. More(sites.Count, width)];
    }

    private static IEnumerable<string> Methods(IReadOnlyList<RuntimeProfile> profiles, int width)
    {
        double compiled = profiles.Sum(p => p.Methods.Compiled);
        double recompiled = profiles.Sum(p => p.Methods.Recompiled);
        if (!(compiled > 0) && recompiled <= 0)
        {
            return [];
        }

        string sentence = double.IsNaN(compiled)
            ? $"{Numbers.Counted(recompiled, "method was", "methods were")} compiled again at a higher tier."
            : $"{Numbers.Counted(compiled, "method")}, {Numbers.Count(recompiled)} of them again at a higher tier by the background compiler.";
        return ["", Over("Compilation", profiles), .. PlainText.Wrap(sentence, width, "  ")];
    }

    private static string Over(string what, IReadOnlyList<RuntimeProfile> profiles) =>
        profiles.Count == 1 ? what : $"{what} ({Numbers.Count(profiles.Count)} launches together)";

    private static IEnumerable<string> More(int sites, int width) =>
        sites > RowsMax ? PlainText.Wrap($"{Numbers.Counted(sites - RowsMax, "more is", "more are")} not shown; --json lists them all.", width, "  ") : [];

    private static string Place(string site, string? source) => $"{SiteName.Method(site)}{(source is null ? "" : "  " + source)}";
}
