using System.Net;
using PlayHouse.Lab.Control;
using PlayHouse.Lab.Load.Wire;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Sockets;

namespace PlayHouse.Lab.Load;

/// <summary>What a start must be; all errors of one are reported together.</summary>
internal static class LoadStartRules
{
    public static IEnumerable<string> Errors(LoadStart start)
    {
        LoadSpec? load = start.Load;
        if (load is null)
        {
            return ["load is missing"];
        }

        return [.. CommonErrors(start), .. TargetErrors(start), .. LoadErrors(load), .. ScenarioErrors(start.Scenario, load)];
    }

    /// <summary>What turns must be at the targets of a start that was accepted.</summary>
    public static IEnumerable<string> SliceErrors(LoadStart start, SlicesBody body)
    {
        if (ScenarioCatalog.Find(start.Scenario) is { TakesTurns: false })
        {
            yield return $"scenario {start.Scenario} takes no turns: its targets are never at rest";
        }

        if (start.Load.Mode != LoadMode.Open)
        {
            yield return "a load that takes turns has the rate of its paced turns: its mode is open";
        }

        if (body.Slices is not { Count: > 0 and <= LoadLimits.SlicesMax })
        {
            yield return $"{body.Slices?.Count ?? 0} turns are not 1 … {LoadLimits.SlicesMax}";
        }

        if (body.Depth < 1 || body.Depth > start.Load.Depth)
        {
            yield return $"depth {body.Depth} of saturated turns is not 1 … {start.Load.Depth}, the depth of the load";
        }

        foreach (SlicePlan slice in body.Slices ?? [])
        {
            if (slice.Target < 0 || slice.Target >= start.Targets.Count || !Enum.IsDefined(slice.Kind))
            {
                yield return $"a turn names target {slice.Target} of {start.Targets.Count}, or a kind that is none";
                break;
            }

            if (!(slice.Speed > 0 && slice.Speed <= LoadLimits.SpeedMax))
            {
                yield return $"a turn at {slice.Speed} of the rate is not above 0 and at most {LoadLimits.SpeedMax}";
                break;
            }

            if (!(slice.LeadSeconds >= 0 && slice.Seconds > slice.LeadSeconds && slice.Seconds <= LoadLimits.SliceSecondsMax))
            {
                yield return $"a turn of {slice.Seconds} s with a lead of {slice.LeadSeconds} s: the lead is 0 or more and shorter than the turn, the turn at most {LoadLimits.SliceSecondsMax} s";
                break;
            }
        }
    }

    private static IEnumerable<string> CommonErrors(LoadStart start)
    {
        if (ScenarioWire.Find(start.Scenario, 0, 0) is null)
        {
            yield return $"unknown scenario '{start.Scenario}'; there are {string.Join(", ", ScenarioCatalog.All.Select(s => s.Id))}";
        }

        if (!EventLoop.IsSupported)
        {
            yield return "the load needs Linux on x64 or arm64";
        }

        if (start.Targets is not { Count: >= 1 and <= LoadLimits.TargetsMax })
        {
            yield return $"{start.Targets?.Count ?? 0} targets are not 1 … {LoadLimits.TargetsMax}";
        }
    }

    private static IEnumerable<string> TargetErrors(LoadStart start) => (start.Targets ?? []).SelectMany(t => TargetErrors(start.Scenario, t));

    private static IEnumerable<string> TargetErrors(string scenario, LoadTarget target)
    {
        if (!IPAddress.TryParse(target.Host, out IPAddress? host))
        {
            yield return $"host '{target.Host}' is not an IP address";
        }
        else if (scenario == ScenarioCatalog.RoomTick && !IPAddress.IsLoopback(host))
        {
            yield return $"scenario {scenario} reads the target's clock, which is this machine's own only on a loopback address, not on '{target.Host}'";
        }

        if (scenario == ScenarioCatalog.MuxPipe && target.Pipe is null)
        {
            yield return $"scenario {scenario} needs the path of a pipe";
        }

        if (target.Pipe is null && target.Port is not (>= 1 and <= IPEndPoint.MaxPort))
        {
            yield return $"port {target.Port} is not 1 … {IPEndPoint.MaxPort}";
        }
    }

    private static IEnumerable<string> ScenarioErrors(string scenario, LoadSpec load) =>
        ScenarioCatalog.Find(scenario) is { } known ? ScenarioLoadRules.Objections(known, load).Select(o => $"{o.Message} ({o.Remedy})") : [];

    private static IEnumerable<string> LoadErrors(LoadSpec load)
    {
        if (!Enum.IsDefined(load.Mode) || !Enum.IsDefined(load.Arrivals))
        {
            yield return "mode or arrivals is not one of its words";
        }

        if (load.Mode == LoadMode.Open && load.RatePerSecond is not (> 0 and <= LoadLimits.RatePerSecondMax))
        {
            yield return $"an open loop needs a rate above 0 and at most {LoadLimits.RatePerSecondMax}/s";
        }

        if (load.Connections is < 1 or > LoadLimits.ConnectionsMax)
        {
            yield return $"{load.Connections} connections are not 1 … {LoadLimits.ConnectionsMax}";
        }

        if (load.Depth is < 1 or > LoadLimits.DepthMax)
        {
            yield return $"depth {load.Depth} is not 1 … {LoadLimits.DepthMax}";
        }

        if (load.PayloadBytes is < 0 or > LoadLimits.PayloadBytesMax)
        {
            yield return $"payload of {load.PayloadBytes} bytes is not 0 … {LoadLimits.PayloadBytesMax}";
        }

        if ((double)load.PayloadBytes * load.Depth * load.Connections > LoadLimits.OutstandingBytesMax)
        {
            yield return $"connections × depth × payload is above {LoadLimits.OutstandingBytesMax} bytes";
        }
    }
}
