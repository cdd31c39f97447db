using System.Net;
using PlayHouse.Lab.Control;
using PlayHouse.Lab.Load.Io;
using PlayHouse.Lab.Load.Wire;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Scenarios;

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

        return [.. TargetErrors(start), .. LoadErrors(load), .. ScenarioErrors(start.Scenario, load)];
    }

    private static IEnumerable<string> TargetErrors(LoadStart start)
    {
        if (ScenarioWire.Find(start.Scenario, 0, 0) is null)
        {
            yield return $"unknown scenario '{start.Scenario}'; there are {string.Join(", ", ScenarioCatalog.All.Select(s => s.Id))}";
        }

        if (!IPAddress.TryParse(start.Host, out IPAddress? host))
        {
            yield return $"host '{start.Host}' is not an IP address";
        }

        else if (start.Scenario == ScenarioCatalog.RoomTick && !IPAddress.IsLoopback(host))
        {
            yield return $"scenario {start.Scenario} reads the target's clock, which is this machine's own only on a loopback address, not on '{start.Host}'";
        }

        if (LoopNames.Objection(start.Loop, start.Scenario) is { } objection)
        {
            yield return objection;
        }

        if (start.Scenario == ScenarioCatalog.MuxPipe && start.Pipe is null)
        {
            yield return $"scenario {start.Scenario} needs the path of a pipe";
        }

        if (start.Pipe is null && start.Port is not (>= 1 and <= IPEndPoint.MaxPort))
        {
            yield return $"port {start.Port} is not 1 … {IPEndPoint.MaxPort}";
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
