using System.IO.Compression;
using System.Text.Json;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Runner.Packs;
using PlayHouse.Lab.Runner.Tests.Analyse;
using PlayHouse.Lab.Runner.Tests.Validate;
using PlayHouse.Lab.Statistics.Randomness;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Tests.Decide;

/// <summary>
/// A recorded run without its effect: each launch keeps its noise, flags, skips and steal, and the difference of the arms' medians is
/// taken out, so that drawing whole blocks with fresh coins gives campaigns in which nothing differs.
/// </summary>
internal sealed class RecordedNoise
{
    private readonly IReadOnlyList<IReadOnlyList<LaunchRecord>> _blocks;
    private readonly Policy _policy;

    private RecordedNoise(string name, IReadOnlyList<IReadOnlyList<LaunchRecord>> blocks, Policy policy) => (Name, _blocks, _policy) = (name, blocks, policy);

    /// <summary>Name of the file.</summary>
    public string Name { get; }

    /// <summary>Every run in blocks that comes with the lab.</summary>
    public static IReadOnlyList<RecordedNoise> All(Policy policy) =>
        [.. PackedRuns.In(Repository.PathOf("lab", "samples")).Select(f => Of(f, policy)).Where(n => n._blocks.Count > 0)];

    /// <summary>The four launches of one block of a plan, drawn from the recorded ones.</summary>
    /// <param name="random">Draws the block.</param>
    /// <param name="plan">Whose coin gives the order.</param>
    /// <param name="block">Index of the block.</param>
    /// <param name="effect">What the other arm changes, by metric id: a factor on the ratio scale, a difference otherwise.</param>
    public List<LaunchRecord> Block(SeededRandom random, RunPlan plan, int block, IReadOnlyDictionary<string, double> effect)
    {
        IReadOnlyList<LaunchRecord> drawn = _blocks[(int)(random.NextBits() % (ulong)_blocks.Count)];
        return [.. RunFixture.Block(plan, block, (isOther, slot) => Metrics(drawn[slot], isOther ? effect : null)).Select(l => l with { Load = drawn[l.Slot].Load, Noise = drawn[l.Slot].Noise })];
    }

    private Dictionary<string, double> Metrics(LaunchRecord launch, IReadOnlyDictionary<string, double>? effect) => launch.Metrics.ToDictionary(
        m => m.Key,
        m => effect is null || !effect.TryGetValue(m.Key, out double change) ? m.Value : IsRatio(m.Key) ? m.Value * change : m.Value + change);

    private static RecordedNoise Of(string file, Policy policy)
    {
        using ZipArchive zip = ZipFile.OpenRead(file);
        using Stream entry = zip.GetEntry("run.json")!.Open();
        RunPack pack = JsonSerializer.Deserialize<RunPack>(entry, LabJson.Compact)!;
        LaunchRecord[] timed = [.. pack.Launches.Where(l => l is { Kind: LaunchKind.Timed, State: LaunchState.Completed }).Select(Completed)];
        var noise = new RecordedNoise(Path.GetFileNameWithoutExtension(file), [], policy);
        var medians = timed.GroupBy(l => l.Arm).ToDictionary(g => g.Key, g => g.SelectMany(l => l.Metrics).GroupBy(m => m.Key).ToDictionary(m => m.Key, m => Median(m.Select(x => x.Value))));
        Dictionary<string, double> baseline = medians[pack.Run.Plan.Baseline.Name];
        return new RecordedNoise(
            noise.Name,
            [
                .. timed.Select(l => l with { Metrics = l.Metrics.ToDictionary(m => m.Key, m => noise.Shift(m.Key, m.Value, medians[l.Arm][m.Key], baseline.GetValueOrDefault(m.Key))) })
                    .GroupBy(l => l.Block).Select(g => (IReadOnlyList<LaunchRecord>)[.. g.OrderBy(l => l.Slot)]).Where(b => b.Count == 4),
            ],
            policy);
    }

    // What these builds did not carry is in the record all the same: the tail of what was received, and the share that was skipped.
    private static LaunchRecord Completed(LaunchRecord launch)
    {
        LoadResult load = launch.Load!;
        return launch with
        {
            Metrics = new Dictionary<string, double>(launch.Metrics)
            {
                [MetricIds.LatencyP99] = load.PercentilesUs[MetricIds.LatencyP99],
                [MetricIds.SkippedShare] = (double)(load.Skipped + load.Lost) / Math.Max(1, load.Offered),
            },
        };
    }

    private double Shift(string metric, double value, double own, double baseline) =>
        IsRatio(metric) ? own > 0 ? value * baseline / own : value : Math.Max(0, value - own + baseline);

    private bool IsRatio(string metric) => _policy.Metrics.FirstOrDefault(m => m.Id == metric)?.Scale == MetricScale.Ratio;

    private static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
    }
}
