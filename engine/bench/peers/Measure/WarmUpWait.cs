using System.Diagnostics;
using System.Globalization;

namespace PlayHouse.Engine.Peers.Measure;

/// <summary>Waits under load until processes are warm.</summary>
internal static class WarmUpWait
{
    /// <summary>Returns when the window may begin; the load runs since <paramref name="start"/>.</summary>
    public static async Task<WarmUpOutcome> RunAsync(WarmUpRules rules, long start, PeerProcess[] processes, CancellationToken cancellation)
    {
        var watch = new SettleWatch(rules);
        while (!watch.IsOver(Stopwatch.GetElapsedTime(start).TotalMilliseconds, await CompiledAsync(processes, cancellation)))
        {
            await Task.Delay(WarmUpRules.PollMs, cancellation);
        }

        return watch.Outcome;
    }

    private static async Task<long?> CompiledAsync(PeerProcess[] processes, CancellationToken cancellation)
    {
        long? sum = null;
        foreach (PeerProcess process in processes.Where(p => p.HasCompiler))
        {
            sum = (sum ?? 0) + long.Parse((await process.AskAsync("compiled?", "compiled", cancellation))[1], CultureInfo.InvariantCulture);
        }

        return sum;
    }
}
