using System.Diagnostics;
using System.Globalization;

namespace PlayHouse.Lab.Store.Tests.Fixtures;

/// <summary>A second process that writes to a store, to be killed or raced against.</summary>
internal static class Child
{
    /// <summary>First argument of the process.</summary>
    public const string Name = "store";

    /// <summary>Saves launches until killed and prints the id of each one after its transaction ended.</summary>
    public const string WriteLaunches = "write-launches";

    /// <summary>Appends a number of events and ends.</summary>
    public const string AppendEvents = "append-events";

    /// <summary>Says that it is there and waits for the end of its input.</summary>
    public const string Wait = "wait";

    public static async Task<int> RunAsync(string[] args)
    {
        switch (args)
        {
            case [WriteLaunches, var path, var runId]:
                return await WriteLaunchesAsync(path, runId);
            case [AppendEvents, var path, var runId, var count]:
                return await AppendEventsAsync(path, runId, int.Parse(count, CultureInfo.InvariantCulture));
            case [Wait]:
                Console.WriteLine("ready");
                await Console.In.ReadToEndAsync();
                return 0;
            default:
                return 2;
        }
    }

    public static Process Start(params string[] args)
    {
        var info = new ProcessStartInfo("dotnet")
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            UseShellExecute = false,
        };
        info.ArgumentList.Add("exec");
        info.ArgumentList.Add(typeof(Child).Assembly.Location);
        info.ArgumentList.Add(Name);
        foreach (string arg in args)
        {
            info.ArgumentList.Add(arg);
        }

        return Process.Start(info)!;
    }

    private static async Task<int> WriteLaunchesAsync(string path, string runId)
    {
        await using LabStore store = await LabStore.OpenAsync(path, StoreMode.Write);
        for (int i = 0; ; i++)
        {
            await store.Launches.SaveAsync(Samples.Launch(runId, $"l-{i:D6}", "baseline", block: i / 4, slot: i % 4));
            Console.WriteLine($"l-{i:D6}");
        }
    }

    private static async Task<int> AppendEventsAsync(string path, string runId, int count)
    {
        await using LabStore store = await LabStore.OpenAsync(path, StoreMode.Write);
        for (int i = 0; i < count; i++)
        {
            await store.Events.AppendAsync(runId, "note", $$"""{"pid":{{Environment.ProcessId}},"i":{{i}}}""");
        }

        return 0;
    }
}
