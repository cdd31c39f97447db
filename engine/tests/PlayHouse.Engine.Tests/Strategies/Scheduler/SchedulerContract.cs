using System.Diagnostics;
using PlayHouse.Engine.Strategies.Scheduler;

namespace PlayHouse.Engine.Tests.Strategies.Scheduler;

/// <summary>The promises of the scheduler contract as checks that throw, so that broken schedulers can be shown to fail them.</summary>
internal static class SchedulerContract
{
    /// <summary>Every schedule of every thread leads to one execution.</summary>
    public static void CheckExactlyOnce(SchedulerBox scheduler, int threads, int stagesPerThread, TimeSpan? patience = null)
    {
        CountingStage[] stages = new CountingStage[threads * stagesPerThread];
        for (int i = 0; i < stages.Length; i++)
        {
            stages[i] = new CountingStage { Key = i };
        }

        Action[] bodies = new Action[threads];
        for (int t = 0; t < threads; t++)
        {
            int first = t * stagesPerThread;
            bodies[t] = () =>
            {
                for (int i = first; i < first + stagesPerThread; i++)
                {
                    scheduler.Schedule(stages[i]);
                }
            };
        }

        Concurrent.Run(bodies);
        long start = Stopwatch.GetTimestamp();
        Concurrent.Until(
            () => stages.All(s => s.Executions > 0) || Stopwatch.GetElapsedTime(start) > (patience ?? Concurrent.Deadline / 2),
            () => "unreachable: the condition has its own end");
        int wrong = stages.Count(s => s.Executions != 1);
        if (wrong > 0)
        {
            throw new InvalidOperationException($"{wrong} of {stages.Length} stages did not run exactly once.");
        }
    }

    /// <summary>A stage that schedules itself to the end of a chain: no run inside another on the same thread, none lost.</summary>
    public static void CheckDeepChain(SchedulerBox scheduler, int runs)
    {
        using ChainStage chain = new(scheduler, runs);
        scheduler.Schedule(chain);
        Concurrent.Until(() => chain.IsEnded, () => $"{chain.Runs} of {runs} runs");
        if (chain.Runs != runs || chain.DepthMax != 1)
        {
            throw new InvalidOperationException($"{chain.Runs} of {runs} runs, nested up to {chain.DepthMax} deep.");
        }
    }

    private sealed class CountingStage : StageWorkItem
    {
        private int _executions;

        public int Executions => Volatile.Read(ref _executions);

        public override void Execute() => Interlocked.Increment(ref _executions);
    }

    private sealed class ChainStage(SchedulerBox scheduler, int runs) : StageWorkItem, IDisposable
    {
        [ThreadStatic]
        private static int _depth;

        private readonly ManualResetEventSlim _ended = new();

        public int Runs { get; private set; }

        public int DepthMax { get; private set; }

        public bool IsEnded => _ended.IsSet;

        public override void Execute()
        {
            _depth++;
            DepthMax = Math.Max(DepthMax, _depth);
            Runs++;
            if (Runs < runs)
            {
                scheduler.Schedule(this);
            }
            else
            {
                _ended.Set();
            }

            _depth--;
        }

        public void Dispose() => _ended.Dispose();
    }
}
