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
