using System.Diagnostics;
using System.IO.Enumeration;
using System.Runtime;
using System.Runtime.InteropServices;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.Emit;
using Perfolizer.Horology;
using PlayHouse.Engine.Benchmarks.Multiplexer;
using PlayHouse.Engine.Benchmarks.Seams;

namespace PlayHouse.Engine.Benchmarks.Run;

/// <summary>Runs benchmark classes with BenchmarkDotNet, in this process: what a case leaves behind is ended by its cleanup.</summary>
internal static class MicroRun
{
    /// <summary>Classes whose seam matches one of the patterns; all when there is none.</summary>
    public static IReadOnlyList<Type> Select(IReadOnlyCollection<string> patterns) =>
    [
        .. BenchmarkSeams.Classes.Where(c => patterns.Count == 0
            || patterns.Any(p => FileSystemName.MatchesSimpleExpression(p, BenchmarkSeams.SeamOf(c)))),
    ];

    /// <summary>Runs the classes one after the other.</summary>
    public static MicroResult Measure(IReadOnlyList<Type> classes, RunLength length, string artifacts)
    {
        LoadAverage before = LoadAverage.Read();
        DateTimeOffset started = DateTimeOffset.UtcNow;
        long start = Stopwatch.GetTimestamp();
        IConfig config = Config(length, artifacts);
        List<MicroRow> rows = [];
        IReadOnlyList<string> machine = [];
        foreach (Type type in classes)
        {
            Summary summary = BenchmarkRunner.Run(type, config);
            rows.AddRange(Rows(type, summary));
            machine = [.. summary.HostEnvironmentInfo.ToFormattedString().Select(l => l.Trim()), Runtime()];
        }

        return new MicroResult(rows, new MicroConditions(machine, length, started, Stopwatch.GetElapsedTime(start), before, LoadAverage.Read()));
    }

    private static string Runtime() =>
        $"{RuntimeInformation.FrameworkDescription}, {RuntimeInformation.ProcessArchitecture}, {(GCSettings.IsServerGC ? "server" : "workstation")} collector";

    private static ManualConfig Config(RunLength length, string artifacts)
    {
        Job job = Job.Default
            .WithToolchain(InProcessEmitToolchain.Instance)
            .WithWarmupCount(length.WarmUps)
            .WithIterationCount(length.Iterations)
            .WithIterationTime(TimeInterval.FromMilliseconds(length.IterationMs));
        return ManualConfig.CreateEmpty()
            .AddJob(job)
            .AddLogger(ConsoleLogger.Default)
            .AddColumnProvider(DefaultColumnProviders.Instance)
            .WithArtifactsPath(artifacts);
    }

    /// <summary>By operation and size, and among these as the class names its strategies; BenchmarkDotNet goes by the alphabet.</summary>
    private static IEnumerable<MicroRow> Rows(Type type, Summary summary)
    {
        SeamBenchmark seam = (SeamBenchmark)Activator.CreateInstance(type)!;
        List<string> strategies = [.. seam.Strategies];
        return from benchmark in summary.BenchmarksCases
               let size = benchmark.Parameters.Items.FirstOrDefault(i => i.Name == nameof(MuxBenchmark.Bytes))?.Value as int?
               let strategy = (string)benchmark.Parameters[nameof(SeamBenchmark.Strategy)]
               orderby benchmark.Descriptor.MethodIndex, size, strategies.IndexOf(strategy)
               select Row(seam.Seam, strategy, Operation(benchmark, size), benchmark, summary[benchmark]);
    }

    private static string Operation(BenchmarkCase benchmark, int? size)
    {
        string operation = benchmark.Descriptor.WorkloadMethodDisplayInfo.Trim('\'');
        return size is null ? operation : $"{operation}, {Text(size.Value)}";
    }

    private static MicroRow Row(string seam, string strategy, string operation, BenchmarkCase benchmark, BenchmarkReport? report) =>
        report?.ResultStatistics is { } statistics
            ? new MicroRow(seam, operation, strategy, statistics.Mean, statistics.ConfidenceInterval.Margin, report.GcStats.GetBytesAllocatedPerOperation(benchmark) ?? 0)
            : new MicroRow(seam, operation, strategy, double.NaN, double.NaN, 0);

    private static string Text(int bytes) => bytes switch
    {
        >= 1 << 20 => $"{bytes >> 20} MiB",
        >= 1 << 10 => $"{bytes >> 10} KiB",
        _ => $"{bytes} B",
    };
}
