using PlayHouse.Engine.Strategies;
using PlayHouse.Multiplexer;

namespace PlayHouse.Engine.Benchmarks.Seams;

/// <summary>Every seam that has strategies, and the benchmark class of each. Immutable, any thread.</summary>
public static class BenchmarkSeams
{
    /// <summary>The engine's seams, then the multiplexer's, in display order.</summary>
    public static IReadOnlyList<SeamDescriptor> All { get; } = [.. StrategyCatalog.Seams, .. MultiplexerCatalog.Seams];

    /// <summary>Benchmark classes in the order of their seams.</summary>
    public static IReadOnlyList<Type> Classes { get; } =
    [
        .. typeof(SeamBenchmark).Assembly.GetTypes()
            .Where(t => t.IsSubclassOf(typeof(SeamBenchmark)) && !t.IsAbstract)
            .OrderBy(t => All.Select(s => s.Id).ToList().IndexOf(SeamOf(t))),
    ];

    /// <summary>The seam that a benchmark class measures.</summary>
    public static string SeamOf(Type benchmark) => ((SeamBenchmark)Activator.CreateInstance(benchmark)!).Seam;

    /// <summary>The seam with this id.</summary>
    public static SeamDescriptor Find(string id) => All.Single(s => s.Id == id);
}
