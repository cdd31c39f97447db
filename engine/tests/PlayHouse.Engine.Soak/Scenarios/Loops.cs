using System.Globalization;
using PlayHouse.Engine.Soak.Load;
using PlayHouse.Engine.Soak.Report;
using PlayHouse.Engine.Soak.Server;

namespace PlayHouse.Engine.Soak.Scenarios;

/// <summary>A thousand rooms at 20 Hz that keep half of the machine busy.</summary>
internal sealed class Loops : ISoakScenario
{
    private const int Stages = 1_000;
    private const double StepsPerSecond = 20;

    public string Id => "loops";

    public string Summary => "1,000 game loops of 50 ms at half load: lateness and drift (engine goals)";

    public async Task<SoakResult> RunAsync(SoakContext context)
    {
        await using ServerProcess server = await ServerProcess.StartAsync();
        await using Swarm swarm = new(server.EndPoint);
        await swarm.JoinAsync(Stages, i => StageRanges.WithLoop + i, 32, context.Cancellation);
        int busyUs = (int)(Environment.ProcessorCount * 0.5 * 1_000_000 / (Stages * StepsPerSecond));
        foreach (SwarmClient client in swarm.Clients)
        {
            await client.SendAsync("BusyRequest", 0, BitConverter.GetBytes(busyUs));
        }

        ServerStats first = await server.StatsAsync(context.Cancellation);
        using PeriodicTimer second = new(TimeSpan.FromSeconds(5));
        ServerStats last = first;
        while (last.TimeSeconds - first.TimeSeconds < context.Duration.TotalSeconds && await second.WaitForNextTickAsync(context.Cancellation))
        {
            await swarm.HeartbeatAsync();
            last = await server.StatsAsync(context.Cancellation);
            context.Say(string.Create(CultureInfo.InvariantCulture, $"{last.TimeSeconds - first.TimeSeconds:F0} s, {last.LoopSteps:N0} steps, P99 {last.LatenessMs[1]:F1} ms"));
        }

        double seconds = last.TimeSeconds - first.TimeSeconds;
        long steps = last.LoopSteps - first.LoopSteps;
        long dropped = last.Counters["game-loop.dropped-steps"] - first.Counters["game-loop.dropped-steps"];
        double expected = Stages * StepsPerSecond * seconds;
        return new SoakResult(
            Id,
            "timer accuracy",
            string.Create(CultureInfo.InvariantCulture, $"{Stages:N0} loops of 50 ms, {busyUs} us of work per step, {seconds:F0} s, server at {(last.CpuSeconds - first.CpuSeconds) / seconds:F2} cores"),
            [
                new("no drift: steps done and dropped are those due, within 0.1 %", string.Create(CultureInfo.InvariantCulture, $"{steps:N0} done, {dropped:N0} dropped, {expected:N0} due"), Math.Abs(steps + dropped - expected) <= Math.Max(2 * Stages, expected * 0.001)),
                new("P99 late <= 2 ms", string.Create(CultureInfo.InvariantCulture, $"median {last.LatenessMs[0]:F1}, P99 {last.LatenessMs[1]:F1}, P99.9 {last.LatenessMs[2]:F1}, max {last.LatenessMs[3]:F1} ms since the start"), null),
            ]);
    }
}
