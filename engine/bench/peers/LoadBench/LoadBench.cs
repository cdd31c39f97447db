using PlayHouse.Engine.Peers.Report;
using PlayHouse.Engine.Peers.Servers;

namespace PlayHouse.Engine.Peers.LoadBench;

/// <summary>All launches in their order: for each layout the ceiling, then the shares of it, the arms interleaved in every round.</summary>
internal sealed class LoadBench(LoadBenchPlan plan, Action<string> progress)
{
    private readonly LoadLaunch _launch = new(plan);
    private readonly List<LoadSample> _samples = [];

    public async Task<IReadOnlyList<LoadSample>> RunAsync(CancellationToken cancellation)
    {
        foreach (LoadLayout layout in Enum.GetValues<LoadLayout>())
        {
            for (int round = 0; round < plan.Rounds; round++)
            {
                foreach (PeerKind server in (PeerKind[])[PeerCatalog.RawEpoll, PeerCatalog.Engine])
                {
                    await RoundAsync(layout, 0, server, round, (arm, r) => _launch.AskAsync(arm, layout, server, r, cancellation));
                }
            }

            double ceiling = CeilingOf(_samples, layout);
            for (int round = 0; round < plan.Rounds; round++)
            {
                foreach (double share in LoadBenchPlan.Shares)
                {
                    await RoundAsync(layout, share, PeerCatalog.RawEpoll, round, (arm, r) => _launch.OfferAsync(arm, layout, share, Math.Floor(share * ceiling), r, cancellation));
                }
            }
        }

        return _samples;
    }

    /// <summary>Median closed-loop rate of the arm that loads run with.</summary>
    public static double CeilingOf(IEnumerable<LoadSample> samples, LoadLayout layout) =>
        Numbers.Median(samples.Where(s => s.Layout == layout && s.Share == 0 && s.Server == PeerCatalog.RawEpoll.Id && s.Arm == LoadArm.Epoll).Select(s => s.Rate));

    private async Task RoundAsync(LoadLayout layout, double share, PeerKind server, int round, Func<LoadArm, int, Task<LoadSample>> measureAsync)
    {
        foreach (LoadArm arm in plan.OrderOf(round, layout, share, server.Id))
        {
            string where = share == 0 ? $"closed loop against {server.Id}" : $"{share:P0} of the ceiling";
            progress($"[{_samples.Count + 1}/{plan.Launches}] {layout.ToString().ToLowerInvariant()}, {where}, {arm.Name}");
            _samples.Add(await measureAsync(arm, round));
        }
    }
}
