namespace PlayHouse.Engine.Peers.Measure;

/// <summary>
/// Measures cells round by round: in each round every arm of a cell runs once, in a newly drawn order, each in fresh
/// processes. Ratios are made of samples of one round, so that what the machine does between rounds cancels.
/// </summary>
internal sealed class PeerBench(NativePrograms native, BenchPlan plan, Action<string> say)
{
    /// <summary>Share of the engine's capacity at which latency is measured.</summary>
    public const double LatencyShare = 0.5;

    private const double RateStep = 100;

    private readonly Dictionary<string, string> _obstacles = [];
    private readonly List<Sample> _samples = [];
    private bool _hasFailed;

    public async Task<BenchResult> RunAsync(CancellationToken cancellation)
    {
        foreach (Cell cell in plan.Cells)
        {
            if (cell.Obstacle(native) is { } reason)
            {
                _obstacles.Add(cell.Name, $"missing: {reason}");
            }
        }

        CapacityRun capacity = new(native, plan);
        double pilot = plan.Cells.OfType<LatencyCell>().FirstOrDefault(IsOpen) is { } first ? await PilotAsync(capacity, first, cancellation) : 0;
        double rate = Math.Max(RateStep, Math.Floor(pilot * LatencyShare / RateStep) * RateStep);
        await RoundsAsync(new Runs(capacity, new LatencyRun(native, plan, rate), new MeshRun(plan)), cancellation);
        return new BenchResult([.. _samples.Where(s => IsOpen(s.Cell))], _obstacles, pilot > 0 ? rate : 0, pilot) { HasFailed = _hasFailed };
    }

    private bool IsOpen(Cell cell) => !_obstacles.ContainsKey(cell.Name);

    private async Task RoundsAsync(Runs runs, CancellationToken cancellation)
    {
        int done = 0;
        int total = plan.Rounds * plan.Cells.Where(IsOpen).Sum(c => c.Arms.Count);
        for (int round = 0; round < plan.Rounds; round++)
        {
            foreach (Cell cell in plan.Cells.Where(IsOpen).ToArray())
            {
                foreach (string arm in plan.OrderOf(cell, round))
                {
                    say($"[{++done}/{total}] round {round + 1}, {cell.Name}: {arm}");
                    if (!await TryMeasureAsync(runs, cell, arm, round, cancellation))
                    {
                        break;
                    }
                }
            }
        }
    }

    /// <summary>One sample. A failure closes its cell: what the other cells say is as good as before.</summary>
    private async Task<bool> TryMeasureAsync(Runs runs, Cell cell, string arm, int round, CancellationToken cancellation)
    {
        try
        {
            _samples.Add(await (cell switch
            {
                CapacityCell closed => runs.Capacity.MeasureAsync(closed, arm, round, cancellation),
                LatencyCell open => runs.Latency.MeasureAsync(open, arm, round, cancellation),
                MeshCell between => runs.Mesh.MeasureAsync(between, arm, round, cancellation),
                _ => throw new InvalidOperationException($"{cell.Name} has no way to be measured."),
            }));
            return true;
        }
        catch (InvalidOperationException e)
        {
            say(e.Message);
            _obstacles[cell.Name] = $"**failed**: {e.Message}";
            _hasFailed = true;
            return false;
        }
    }

    /// <summary>What the engine can do at most with the connections of the open loop, in closed loop.</summary>
    private async Task<double> PilotAsync(CapacityRun capacity, LatencyCell cell, CancellationToken cancellation)
    {
        CapacityCell closed = new(cell.Connections, 1, cell.PayloadBytes, false, [], [Servers.PeerCatalog.Engine.Id]);
        say($"pilot, {closed.Name}: {Servers.PeerCatalog.Engine.Id}");
        return (await capacity.MeasureAsync(closed, Servers.PeerCatalog.Engine.Id, 0, cancellation)).Of(Metrics.Rate);
    }

    /// <summary>The three ways to take a sample.</summary>
    private sealed record Runs(CapacityRun Capacity, LatencyRun Latency, MeshRun Mesh);
}
