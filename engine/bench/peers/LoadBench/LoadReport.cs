using System.Text;
using System.Text.Json;
using PlayHouse.Engine.Peers.Report;
using PlayHouse.Engine.Peers.Servers;

namespace PlayHouse.Engine.Peers.LoadBench;

/// <summary>The page: conditions, ceilings, then lateness and cost at each share. Nothing of it is written by hand.</summary>
internal static class LoadReport
{
    /// <summary>Others use this share of a processor or more: the sample was disturbed.</summary>
    public const double DisturbedCores = 0.15;

    /// <summary>Goals of the 99th percentile of lateness, microseconds.</summary>
    private static readonly Dictionary<LoadLayout, double> LatenessGoalsUs = new() { [LoadLayout.Split] = 100, [LoadLayout.Shared] = 300 };

    private static readonly JsonSerializerOptions JsonForm = new()
    {
        WriteIndented = true,
        NumberHandling = System.Text.Json.Serialization.JsonNumberHandling.AllowNamedFloatingPointLiterals,
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        Converters = { new System.Text.Json.Serialization.JsonStringEnumConverter(JsonNamingPolicy.CamelCase) },
    };

    /// <summary>Every sample, for programs.</summary>
    public static string Json(IReadOnlyList<LoadSample> samples) => JsonSerializer.Serialize(samples, JsonForm) + "\n";

    /// <summary>The page for people.</summary>
    public static string Render(IReadOnlyList<LoadSample> samples, LoadBenchPlan plan, bool isQuick)
    {
        var page = new StringBuilder();
        page.Append(
            $"""
            # The load generator by itself

            Written by `./plab bench load`{(isQuick ? " in its quick form: figures of it are worth little" : "")}. The load process asks an echo that does nothing (`raw-epoll`: one thread, no
            engine), with requests of the engine's client frame and {LoadBenchPlan.PayloadBytes} bytes of data over {plan.Connections} connections. Lateness is from the due time of a request to its write;
            latency counts what was not sent, too. CPU is user and kernel time of the process for one request and its reply.

            Conditions: {PeerConditions.Read("no compiler needed").Machine}; {plan.Rounds} rounds, fresh processes, order drawn per round (seed {plan.Seed}),
            {Numbers.Text(plan.WindowSeconds, "0.#")} s windows after {Numbers.Text(plan.WarmSeconds, "0.#")} s under load. {Noise(samples)}


            """);
        foreach (LoadLayout layout in Enum.GetValues<LoadLayout>())
        {
            Append(page, [.. samples.Where(s => s.Layout == layout)], layout);
        }

        return page.ToString();
    }

    private static string Noise(IReadOnlyList<LoadSample> samples)
    {
        int disturbed = samples.Count(s => s.OtherCores >= DisturbedCores);
        string share = samples.Any(s => double.IsNaN(s.OtherCores))
            ? "What other programs used meanwhile is not observable here."
            : $"Other programs used {DisturbedCores:0.00} of a processor or more in {disturbed} of {samples.Count} samples (median {Numbers.Text(Numbers.Median(samples.Select(s => s.OtherCores)), "0.00")}).";
        string word = disturbed > samples.Count / 10 ? " The machine was not quiet: times of this page are upper bounds." : "";
        return $"{share} Load of the machine when it ended: {PeerConditions.Read("").Load}.{word}";
    }

    private static void Append(StringBuilder page, LoadSample[] samples, LoadLayout layout)
    {
        page.Append(layout == LoadLayout.Split
            ? "## Split: server on processor 0, load on processor 1\n\n"
            : "## Shared: both on both processors, at the same priority\n\n");
        page.Append("Median (smallest–largest) of the rounds.\n\n");
        page.Append("| rate | load | requests/s | lateness p99, us | latency p99, us | load CPU, us | server CPU, us | skipped |\n|---|---|---|---|---|---|---|---|\n");
        double ceiling = LoadBench.CeilingOf(samples, layout);
        (string Label, double Share, string Server)[] rows =
        [
            ("closed loop, depth 1", 0, PeerCatalog.RawEpoll.Id),
            .. LoadBenchPlan.Shares.Select(s => ($"{s:P0} of {ceiling:N0}/s", s, PeerCatalog.RawEpoll.Id)),
            ("closed loop, depth 1, the engine", 0, PeerCatalog.Engine.Id),
        ];
        foreach ((string label, double share, string server) in rows)
        {
            foreach (LoadArm arm in LoadArm.All)
            {
                LoadSample[] rounds = [.. samples.Where(s => s.Share == share && s.Server == server && s.Arm == arm)];
                page.Append($"| {label} | {arm.Name} | {Cell(rounds, s => s.Rate, "N0")} | {Cell(rounds, s => s.LatenessP99Us, "N0")} "
                    + $"| {Cell(rounds, s => s.LatencyP99Us, "N0")} | {Cell(rounds, s => s.LoadCpuUs, "0.00")} | {Cell(rounds, s => s.ServerCpuUs, "0.00")} "
                    + $"| {(share == 0 ? Numbers.None : Cell(rounds, s => 100 * s.SkippedShare, "0.00") + " %")} |\n");
            }
        }

        page.Append($"\n{GoalText(samples, layout)}\n\n");
    }

    private static string GoalText(LoadSample[] samples, LoadLayout layout)
    {
        double half = LoadBenchPlan.Shares[1];
        double lateness = Numbers.Median(samples.Where(s => s.Share == half && s.Arm == LoadArm.Epoll).Select(s => s.LatenessP99Us));
        double goal = LatenessGoalsUs[layout];
        LoadSample[] engine = [.. samples.Where(s => s.Server == PeerCatalog.Engine.Id && s.Arm == LoadArm.Epoll)];
        double loadUs = Numbers.Median(engine.Select(s => s.LoadCpuUs));
        double serverUs = Numbers.Median(engine.Select(s => s.ServerCpuUs));
        string cost = $"Goal in closed loop against the engine: a message costs `epoll` less than the server: {Numbers.Text(loadUs, "0.00")} us against {Numbers.Text(serverUs, "0.00")} us, {(loadUs < serverUs ? "met" : "missed")}.";
        return $"{cost}\nGoal at {half:P0} of the ceiling: lateness p99 of `epoll` at most {goal:N0} us: {Numbers.Text(lateness, "N0")} us, {(lateness <= goal ? "met" : "missed")}.";
    }

    private static string Cell(LoadSample[] rounds, Func<LoadSample, double> figure, string format)
    {
        double[] values = [.. rounds.Select(figure).Where(v => !double.IsNaN(v))];
        string median = Numbers.Text(Numbers.Median(values), format);
        return values.Length < 2 ? median : $"{median} ({Numbers.Range(values, format)})";
    }
}
