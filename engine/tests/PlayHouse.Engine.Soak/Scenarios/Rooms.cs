using System.Diagnostics;
using System.Globalization;
using PlayHouse.Engine.Soak.Load;
using PlayHouse.Engine.Soak.Report;
using PlayHouse.Engine.Soak.Server;

namespace PlayHouse.Engine.Soak.Scenarios;

/// <summary>Each login makes a room of its own, and its client is gone at once: rooms must not pile up.</summary>
internal sealed class Rooms : ISoakScenario
{
    private const int Logins = 20_500;
    private const int Waves = 10;
    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan Allowed = Grace + TimeSpan.FromSeconds(5);

    public string Id => "rooms";

    public string Summary => string.Create(CultureInfo.InvariantCulture, $"{Logins:N0} logins with a room each, and gone: no room is left after the grace period");

    public async Task<SoakResult> RunAsync(SoakContext context)
    {
        await using ServerProcess server = await ServerProcess.StartAsync(new EngineLimits
        {
            ConnectionsPerAddressMax = 100_000,
            StagesMax = Logins,
            ReconnectGracePeriod = Grace,
        });
        await using Swarm swarm = new(server.EndPoint);
        long most = 0;
        for (int wave = 0; wave < Waves; wave++)
        {
            await swarm.JoinAsync(Logins / Waves, i => StageRanges.Plain + i, 64, context.Cancellation);
            await swarm.LeaveAsync(int.MaxValue);
            most = Math.Max(most, (await server.StatsAsync(context.Cancellation)).Counters["stages"]);
            context.Say(string.Create(CultureInfo.InvariantCulture, $"{(wave + 1) * Logins / Waves:N0} logins, {most:N0} rooms at most"));
        }

        Stopwatch since = Stopwatch.StartNew();
        ServerStats end = await server.StatsAsync(context.Cancellation);
        using PeriodicTimer poll = new(TimeSpan.FromMilliseconds(100));
        while (end.Counters["stages"] > 0 && since.Elapsed < Allowed * 2 && await poll.WaitForNextTickAsync(context.Cancellation))
        {
            end = await server.StatsAsync(context.Cancellation);
        }

        return new SoakResult(
            Id,
            "life of stages",
            string.Create(CultureInfo.InvariantCulture, $"{Logins:N0} logins in {Waves} waves, {most:N0} rooms at most"),
            [
                new("all log in", $"{end.Counters["authentications"]:N0}", end.Counters["authentications"] == Logins),
                new(
                    string.Create(CultureInfo.InvariantCulture, $"no room within {Allowed.TotalSeconds:F0} s of the last client's end"),
                    string.Create(CultureInfo.InvariantCulture, $"{end.Counters["stages"]:N0} rooms after {since.Elapsed.TotalSeconds:F1} s"),
                    end.Counters["stages"] == 0 && since.Elapsed <= Allowed),
                new("each actor has left its room", $"{end.Counters["actors.grace-ended"]:N0}", end.Counters["actors.grace-ended"] == Logins),
            ]);
    }
}
