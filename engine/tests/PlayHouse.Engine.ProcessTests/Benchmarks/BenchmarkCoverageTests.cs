using BenchmarkDotNet.Parameters;
using BenchmarkDotNet.Running;
using PlayHouse.Engine.Benchmarks.Seams;
using PlayHouse.Engine.Strategies;
using PlayHouse.Multiplexer;

namespace PlayHouse.Engine.Benchmarks.Tests;

/// <summary>Nothing in the catalogues is without a benchmark, and every benchmark does what it says when it is called.</summary>
public sealed class BenchmarkCoverageTests
{
    private static readonly TimeSpan Deadline = TimeSpan.FromMinutes(2);

    public static TheoryData<string> SeamIds => [.. StrategyCatalog.Seams.Concat(MultiplexerCatalog.Seams).Select(s => s.Id)];

    /// <summary>Seam, and method with parameters, of every case that BenchmarkDotNet finds.</summary>
    public static TheoryData<string, string> Cases
    {
        get
        {
            TheoryData<string, string> cases = [];
            foreach (BenchmarkCase benchmark in BenchmarkSeams.Classes.SelectMany(Of))
            {
                cases.Add(BenchmarkSeams.SeamOf(benchmark.Descriptor.Type), Name(benchmark));
            }

            return cases;
        }
    }

    [Theory]
    [MemberData(nameof(SeamIds))]
    public void EverySeam_OneClass_MeasuresEveryStrategyWithEveryMethod(string seamId)
    {
        SeamDescriptor seam = BenchmarkSeams.Find(seamId);
        Type type = Assert.Single(BenchmarkSeams.Classes, c => BenchmarkSeams.SeamOf(c) == seamId);
        foreach (IGrouping<string, BenchmarkCase> method in Of(type).GroupBy(c => c.Descriptor.WorkloadMethod.Name))
        {
            IEnumerable<string> measured = method.Select(StrategyOf).Where(s => !s.EndsWith(SeamBenchmark.TwinSuffix, StringComparison.Ordinal)).Distinct();
            Assert.Equal(seam.Strategies.Select(s => s.Id).Order(), measured.Order());
        }
    }

    [Theory]
    [MemberData(nameof(SeamIds))]
    public void EverySeam_TheDefault_ComesFirst(string seamId)
    {
        Type type = BenchmarkSeams.Classes.Single(c => BenchmarkSeams.SeamOf(c) == seamId);
        Assert.Equal(BenchmarkSeams.Find(seamId).Default.Id, ((SeamBenchmark)Activator.CreateInstance(type)!).Strategies.First());
    }

    [Fact]
    public void Twin_OfTheDefault_RunsInOneClass()
    {
        BenchmarkCase twin = Assert.Single(BenchmarkSeams.Classes.SelectMany(Of), c => StrategyOf(c).EndsWith(SeamBenchmark.TwinSuffix, StringComparison.Ordinal));
        Assert.Equal(BenchmarkSeams.Find(BenchmarkSeams.SeamOf(twin.Descriptor.Type)).Default.Id + SeamBenchmark.TwinSuffix, StrategyOf(twin));
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task EveryCase_CalledOnce_DoesItsWork(string seamId, string name)
    {
        BenchmarkCase benchmark = BenchmarkSeams.Classes.Where(c => BenchmarkSeams.SeamOf(c) == seamId).SelectMany(Of).Single(c => Name(c) == name);
        SeamBenchmark instance = (SeamBenchmark)Activator.CreateInstance(benchmark.Descriptor.Type)!;
        foreach (ParameterInstance parameter in benchmark.Parameters.Items)
        {
            benchmark.Descriptor.Type.GetProperty(parameter.Name)!.SetValue(instance, parameter.Value);
        }

        instance.Prepare();
        try
        {
            object? result = benchmark.Descriptor.WorkloadMethod.Invoke(instance, null);
            AssertWork(benchmark, result is Task<long> sum ? await sum.WaitAsync(Deadline) : result);
        }
        finally
        {
            instance.End();
        }
    }

    /// <summary>A method that returns something returns what shows that it was not refused.</summary>
    private static void AssertWork(BenchmarkCase benchmark, object? result)
    {
        switch (result)
        {
            case int count:
                Assert.True(count >= benchmark.Descriptor.OperationsPerInvoke, $"{count} is less than one per operation");
                break;
            case long sum:
                Assert.True(sum >= benchmark.Descriptor.OperationsPerInvoke, $"{sum} is less than one per operation");
                break;
            default:
                Assert.True(result is not null || benchmark.Descriptor.WorkloadMethod.ReturnType == typeof(void), "the method returned nothing");
                break;
        }
    }

    private static BenchmarkCase[] Of(Type type) => BenchmarkConverter.TypeToBenchmarks(type).BenchmarksCases;

    private static string StrategyOf(BenchmarkCase benchmark) => (string)benchmark.Parameters[nameof(SeamBenchmark.Strategy)];

    private static string Name(BenchmarkCase benchmark) =>
        $"{benchmark.Descriptor.WorkloadMethod.Name} {string.Join(' ', benchmark.Parameters.Items.Select(p => p.Value))}";
}
