using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using System.Text.Json;

namespace PlayHouse.Lab.Profiling.Child;

internal static class Program
{
    private static readonly Gate AsyncGate = new();
    private static readonly object[] Slots = new object[2];
    private static object? _kept;
    private static long _messages;

    private static readonly (string Method, Action Call)[] Calls =
    [
        (nameof(Sites.Bytes), () => _kept = Sites.Bytes()),
        (nameof(Sites.Text), () => _kept = Sites.Text()),
        (nameof(Sites.NestedType), () => _kept = Sites.NestedType()),
        (nameof(Sites.Closure), () => _kept = Sites.Closure(3)),
        ("MakeLambda", () => _kept = Sites.Lambda()),
        (nameof(Sites.LocalOuter), () => _kept = Sites.LocalOuter()),
        (nameof(Sites.Generic), () => _kept = Sites.Generic<string>()),
        (nameof(Sites.Iterator), () => _kept = Sites.Iterator(3)),
        (nameof(Sites.Growth), () => _kept = Sites.Growth()),
        (nameof(Sites.WaitAsync), WaitOnce),
        (nameof(Sites.SeveralLines), () => _kept = Sites.SeveralLines(Slots)),
        (nameof(Sites.Inject64), () => _kept = Sites.Inject64()),
    ];

    private static int Main()
    {
        Truth[] truth = MeasureSites();
        for (string? line = Console.ReadLine(); line is not null; line = Console.ReadLine())
        {
            string[] words = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
            int first = words.Length > 1 ? int.Parse(words[1], CultureInfo.InvariantCulture) : 0;
            int second = words.Length > 2 ? int.Parse(words[2], CultureInfo.InvariantCulture) : 0;
            object answer;
            switch (words.FirstOrDefault())
            {
                case "truth":
                    answer = truth;
                    break;
                case "window":
                    answer = Measure(() => RunMessages(first, second));
                    break;
                case "pace":
                    answer = Measure(() => Pace(first, second));
                    break;
                case "deep":
                    answer = Measure(() => RunDeep(first, second));
                    break;
                case "zoo":
                    answer = Measure(() => RunZoo(first));
                    break;
                case "threads":
                    answer = Measure(() => RunThreads(first, second));
                    break;
                case "maze":
                    answer = Measure(() => Paced(first * 10_000 / 1024, second, RunMaze));
                    break;
                case "churn":
                    new Thread(() => RunMessages(int.MaxValue, 0)) { IsBackground = true }.Start();
                    answer = "churning";
                    break;
                case "places":
                    ThreadWork.Start();
                    answer = "in place";
                    break;
                case "collect":
                    answer = Measure(() => RuntimeWork.Collect(first, second));
                    break;
                case "survive":
                    answer = Measure(() => RuntimeWork.Survive(first, second));
                    break;
                case "contend":
                    answer = Measure(() => RuntimeWork.Contend(first == 0, second));
                    break;
                case "throw":
                    answer = Measure(() => RuntimeWork.Throw(first));
                    break;
                case "starve":
                    answer = Measure(RuntimeWork.Starve);
                    break;
                case "compile":
                    answer = Measure(() => RuntimeWork.Compile(first));
                    break;
                case "quit":
                    return 0;
                default:
                    Console.Error.WriteLine("unknown command");
                    return 2;
            }
            Console.WriteLine(JsonSerializer.Serialize(answer));
        }
        return 0;
    }

    private static Window Measure(Action work)
    {
        _messages = 0;
        long beginBefore = Stopwatch.GetTimestamp();
        Counters begin = Counters.Read();
        long beginAfter = Stopwatch.GetTimestamp();
        work();
        long endBefore = Stopwatch.GetTimestamp();
        Counters end = Counters.Read();
        long endAfter = Stopwatch.GetTimestamp();
        return new Window(beginBefore, beginAfter, endBefore, endAfter, end.Bytes - begin.Bytes, _messages, begin, end);
    }

    private static void RunMessages(int messages, int injects)
    {
        for (int i = 0; i < messages; i++)
        {
            _kept = Sites.Bytes();
            _kept = Sites.Text();
            _kept = Sites.NestedType();
            _kept = Sites.Closure(i);
            _kept = Sites.Lambda();
            _kept = Sites.LocalOuter();
            _kept = Sites.Generic<string>();
            _kept = Sites.Iterator(i);
            _kept = Sites.Growth();
            WaitOnce();
            _kept = Sites.SeveralLines(Slots);
            for (int k = 0; k < injects; k++)
                _kept = Sites.Inject64();
            _messages++;
        }
    }

    private static void WaitOnce()
    {
        Task<int> waiting = Sites.WaitAsync(AsyncGate);
        AsyncGate.Open();
        _kept = waiting;
    }

    private static void RunDeep(int frames, int count)
    {
        for (int i = 0; i < count; i++, _messages++)
            _kept = Sites.Deep(frames);
    }

    private static void RunMaze(int count)
    {
        for (int i = 0; i < count; i++, _messages++)
            _kept = Maze.Walk(_messages);
    }

    private static void RunZoo(int count)
    {
        for (int i = 0; i < count; i++, _messages++)
            _kept = Zoo.Visit(i);
    }

    private static void RunThreads(int threads, int messages)
    {
        for (int i = 0; i < threads; i++)
        {
            var thread = new Thread(() => RunMessages(messages, 0));
            thread.Start();
            thread.Join();
        }
    }

    /// <summary>Allocates at a steady rate by sleeping away what is left of each 10 ms.</summary>
    private static void Pace(int megabytesPerSecond, int seconds)
    {
        Paced(megabytesPerSecond * 10_000 / 3528, seconds, messages => RunMessages(messages, 0));
    }

    private static void Paced(int perSlice, int seconds, Action<int> run)
    {
        long sliceTicks = Stopwatch.Frequency / 100;
        long next = Stopwatch.GetTimestamp();
        for (int slice = 0; slice < seconds * 100; slice++)
        {
            run(perSlice);
            next += sliceTicks;
            int restMs = (int)((next - Stopwatch.GetTimestamp()) * 1000 / Stopwatch.Frequency);
            if (restMs > 0)
                Thread.Sleep(restMs);
        }
    }

    private static Truth[] MeasureSites()
    {
        var truth = new List<Truth>();
        foreach ((string method, Action call) in Calls)
        {
            call();
            long before = GC.GetAllocatedBytesForCurrentThread();
            call();
            long measured = GC.GetAllocatedBytesForCurrentThread() - before;
            MethodInfo info = typeof(Sites).GetMethod(method, BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic)!;
            SiteAttribute[] sites = [.. info.GetCustomAttributes<SiteAttribute>()];
            long stated = sites.Sum(s => s.Bytes);
            if (stated != 0 && stated != measured)
                throw new InvalidOperationException($"{method} states {stated} bytes and allocates {measured}.");
            truth.AddRange(sites.Select(s => new Truth(
                $"{typeof(Sites).FullName}.{s.Name ?? method}", s.Type, s.Bytes == 0 ? measured : s.Bytes, $"Sites.cs:{s.Line}")));
        }
        return [.. truth];
    }

    private sealed record Truth(string Site, string Type, long BytesPerMessage, string Source);

    /// <summary>Counters of the runtime at a mark; the counts of collections include older generations, as the runtime gives them.</summary>
    private readonly record struct Counters(long Bytes, double PauseMs, int Gen0, int Gen1, int Gen2, long Contentions, long Compiled)
    {
        public static Counters Read() => new(
            GC.GetTotalAllocatedBytes(true), GC.GetTotalPauseDuration().TotalMilliseconds,
            GC.CollectionCount(0), GC.CollectionCount(1), GC.CollectionCount(2),
            Monitor.LockContentionCount, System.Runtime.JitInfo.GetCompiledMethodCount());
    }

    private sealed record Window(
        long BeginBefore, long BeginAfter, long EndBefore, long EndAfter, long Bytes, long Messages, Counters Begin, Counters End);
}
