using System.Globalization;
using PlayHouse.Lab.Model.Experiments;

namespace PlayHouse.Lab.Model.Scenarios;

/// <summary>A value of a load that its scenario cannot have.</summary>
/// <param name="Key">Key of the load, as in an experiment file.</param>
/// <param name="Message">What is wrong.</param>
/// <param name="Remedy">What to write instead.</param>
public sealed record LoadObjection(string Key, string Message, string Remedy);

/// <summary>Which loads a scenario refuses. Runner and load ask the same rules, so neither runs what the other would not.</summary>
public static class ScenarioLoadRules
{
    /// <summary>
    /// Shortest pause that the depth must bear, seconds: what falls due meanwhile waits under the cap instead of being skipped. A
    /// collection or a scheduler's time slice takes that long on an ordinary machine.
    /// </summary>
    public const double PauseSecondsMin = 0.020;

    // A rate of exactly depth × connections ÷ 20 ms is allowed, however it was rounded.
    private const double Rounding = 1e-9;

    /// <summary>How long the server may stand still before an open loop skips what is due, seconds: depth × connections ÷ rate.</summary>
    /// <param name="load">The load.</param>
    /// <param name="ratePerSecond">Messages per second over all connections.</param>
    public static double AllowedPauseSeconds(LoadSpec load, double ratePerSecond) => (double)load.Depth * load.Connections / ratePerSecond;

    /// <summary>The objection to a known rate in open loop that leaves no room for a pause; null when there is room, or nothing is sent.</summary>
    /// <param name="scenario">The scenario.</param>
    /// <param name="load">The load with its rate; none is objected to while the rate is <c>auto</c>.</param>
    public static LoadObjection? PauseObjection(ScenarioDescriptor scenario, LoadSpec load)
    {
        if (load is not { Mode: LoadMode.Open, RatePerSecond: { } rate } || scenario.Load.IsRateFixed || AllowedPauseSeconds(load, rate) >= PauseSecondsMin - Rounding)
        {
            return null;
        }

        int depth = DepthFor(load, rate);
        double rateMax = Math.Floor(scenario.Load.DepthMax * (double)load.Connections / PauseSecondsMin);
        return new LoadObjection(
            "depth",
            Text($"depth {load.Depth} × {load.Connections} connections at {rate}/s skips what is due after a pause of {1e3 * AllowedPauseSeconds(load, rate):0.0} ms; it must bear {1e3 * PauseSecondsMin:0} ms"),
            depth <= scenario.Load.DepthMax && (long)depth * load.Connections <= scenario.Load.InProgressMax
                ? Text($"depth: {depth}, or a lower rate")
                : Text($"rate: {rateMax} or less, or more connections"));
    }

    /// <summary>
    /// A load at a rate that was found, not chosen: the depth is raised to what bears the pause, as far as the scenario allows. The
    /// depth of an open loop is only a cap, so both arms are asked the same.
    /// </summary>
    /// <param name="scenario">Id of the scenario.</param>
    /// <param name="load">The load as written.</param>
    /// <param name="ratePerSecond">The rate; null leaves it open.</param>
    public static LoadSpec AtRate(string scenario, LoadSpec load, double? ratePerSecond)
    {
        LoadSpec rated = load with { RatePerSecond = ratePerSecond };
        if (load.Mode == LoadMode.Closed || ratePerSecond is not { } rate || ScenarioCatalog.Find(scenario)?.Load is not { } rules)
        {
            return rated;
        }

        long most = Math.Min(rules.DepthMax, rules.InProgressMax / load.Connections);
        return rated with { Depth = (int)Math.Max(load.Depth, Math.Min(most, DepthFor(load, rate))) };
    }

    private static int DepthFor(LoadSpec load, double rate) => (int)Math.Ceiling((PauseSecondsMin * rate / load.Connections) - Rounding);

    /// <summary>Every objection, in the order of the keys; none when the load fits the scenario.</summary>
    public static IEnumerable<LoadObjection> Objections(ScenarioDescriptor scenario, LoadSpec load)
    {
        ScenarioLoad rules = scenario.Load;
        if (load.Mode == LoadMode.Closed && !rules.HasClosedLoop)
        {
            yield return new("mode", $"scenario {scenario.Id} has no closed loop: no reply releases a next message", "mode: open");
        }

        if (rules.IsRateFixed && load is { Mode: LoadMode.Open, RatePerSecond: { } rate } && rules.KnownRate(load) is { } known && rate != known)
        {
            yield return new(
                "rate",
                Text($"scenario {scenario.Id} makes {rules.RatePerConnection} messages per second for each connection itself: {load.Connections} connections are {known}/s, not {rate}/s"),
                "rate: auto");
        }

        if (load.Depth > rules.DepthMax)
        {
            yield return new("depth", Text($"scenario {scenario.Id} takes depth {rules.DepthMax} at most, this one is {load.Depth}"), Text($"depth: {rules.DepthMax}"));
        }

        if ((long)load.Connections * load.Depth > rules.InProgressMax)
        {
            yield return new("depth", Text($"scenario {scenario.Id} takes connections × depth of {rules.InProgressMax} at most, this is {(long)load.Connections * load.Depth}"), "lower depth");
        }

        if (load.PayloadBytes < scenario.PayloadBytesMin)
        {
            yield return new(
                "payloadBytes",
                Text($"scenario {scenario.Id} is about payloads of {scenario.PayloadBytesMin} bytes and more, this one has {load.PayloadBytes}"),
                Text($"payloadBytes: {scenario.PayloadBytesMin}"));
        }

        if (load.Hops && load.PayloadBytes < LoadSpec.HopPayloadBytesMin)
        {
            yield return new(
                "hops",
                Text($"the time of sending needs a payload of {LoadSpec.HopPayloadBytesMin} bytes and more, this one has {load.PayloadBytes}"),
                Text($"payloadBytes: {LoadSpec.HopPayloadBytesMin}"));
        }

        if (load.PayloadBytes > scenario.PayloadBytesMax)
        {
            yield return new(
                "payloadBytes",
                Text($"a frame of scenario {scenario.Id} carries {scenario.PayloadBytesMax} bytes of data at most, this load has {load.PayloadBytes}"),
                Text($"payloadBytes: {scenario.PayloadBytesMax}"));
        }
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
