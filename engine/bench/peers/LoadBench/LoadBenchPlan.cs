namespace PlayHouse.Engine.Peers.LoadBench;

/// <summary>What is measured, and how long.</summary>
internal sealed record LoadBenchPlan(int Rounds, double WarmSeconds, double WindowSeconds, int Seed, int Connections)
{
    /// <summary>Data of each request, bytes.</summary>
    public const int PayloadBytes = 64;

    /// <summary>A pause of this length must not make the load skip what is due.</summary>
    private const double PauseSeconds = 0.02;

    /// <summary>Shares of the ceiling at which the open loops run.</summary>
    public static IReadOnlyList<double> Shares { get; } = [0.25, 0.5, 0.75];

    /// <summary>Launches of the whole.</summary>
    public int Launches => Enum.GetValues<LoadLayout>().Length * LoadArm.All.Count * Rounds * (2 + Shares.Count);

    /// <summary>The smallest depth that a pause does not fill at this rate.</summary>
    public int DepthAt(double rate) => (int)Math.Ceiling(PauseSeconds * rate / Connections);

    /// <summary>The arms in the order of one round, drawn from the seed.</summary>
    public LoadArm[] OrderOf(int round, LoadLayout layout, double share, string server)
    {
        LoadArm[] order = [.. LoadArm.All];
        // Not HashCode.Combine, which is another one in each process.
        new Random((((Seed * 1009) + round) * 31) + ((int)layout * 7) + (int)(share * 100) + server.Length).Shuffle(order);
        return order;
    }
}
