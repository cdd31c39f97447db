using BenchmarkDotNet.Attributes;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.Benchmarks.Seams;

/// <summary>
/// One seam with every strategy of its catalogue as a parameter: a new strategy appears by itself. One thread calls it at
/// a time. An operation goes through the box of the contract suites, one virtual call that is the same for all strategies.
/// </summary>
/// <param name="seam">Id of the seam.</param>
[MemoryDiagnoser]
public abstract class SeamBenchmark(string seam)
{
    /// <summary>What the default is called where it runs a second time: its ratio is noise and nothing else.</summary>
    public const string TwinSuffix = "~twin";

    /// <summary>Id of the seam.</summary>
    public string Seam { get; } = seam;

    /// <summary>The strategy under measurement: one of <see cref="Strategies"/>.</summary>
    [ParamsSource(nameof(Strategies))]
    public string Strategy { get; set; } = "";

    /// <summary>Ids to measure, the default first: it is the baseline.</summary>
    public IEnumerable<string> Strategies
    {
        get
        {
            SeamDescriptor descriptor = BenchmarkSeams.Find(Seam);
            string baseline = descriptor.Default.Id;
            IEnumerable<string> others = descriptor.Strategies.Where(s => !s.IsDefault).Select(s => s.Id);
            return HasTwin ? [baseline, baseline + TwinSuffix, .. others] : [baseline, .. others];
        }
    }

    /// <summary>Whether the default runs twice.</summary>
    protected virtual bool HasTwin => false;

    /// <summary>The strategy with its knobs at their defaults.</summary>
    protected StrategyChoice Choice => StrategyChoice.Of(Strategy.Replace(TwinSuffix, "", StringComparison.Ordinal));

    /// <summary>Builds what the operations use.</summary>
    [GlobalSetup]
    public void Prepare() => Create();

    /// <summary>Ends what was built.</summary>
    [GlobalCleanup]
    public void End() => Release();

    /// <summary>Builds what the operations use.</summary>
    protected abstract void Create();

    /// <summary>Ends what was built; nothing by default.</summary>
    protected virtual void Release()
    {
    }
}
