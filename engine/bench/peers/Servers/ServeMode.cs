using System.Globalization;
using System.Text.Json;

namespace PlayHouse.Engine.Peers.Servers;

/// <summary>
/// A server process: prints <c>ready PORT PID</c>, answers questions on its input, one per line, and ends with its input.
/// <c>allocated?</c>: <c>allocated BYTES</c>, which itself allocates next to nothing; <c>heap?</c>: bytes alive after a full
/// collection; <c>facts?</c>: collections, memory and counters as JSON.
/// </summary>
internal static class ServeMode
{
    public static async Task<int> RunAsync(PeerKind kind)
    {
        await using IPeerServer server = kind.Create!();
        int port = await server.StartAsync();
        Print(string.Create(CultureInfo.InvariantCulture, $"ready {port} {Environment.ProcessId}"));
        while (await Console.In.ReadLineAsync() is { } question)
        {
            Print(question switch
            {
                "facts?" => Facts(server),
                "heap?" => string.Create(CultureInfo.InvariantCulture, $"heap {GC.GetTotalMemory(forceFullCollection: true)}"),
                _ => string.Create(CultureInfo.InvariantCulture, $"allocated {GC.GetTotalAllocatedBytes(precise: true)}"),
            });
        }

        return 0;
    }

    private static string Facts(IPeerServer server) => JsonSerializer.Serialize(new
    {
        gen0 = GC.CollectionCount(0),
        gen2 = GC.CollectionCount(2),
        resident = Environment.WorkingSet,
        counters = server.ReadCounters(),
    });

    private static void Print(string line)
    {
        Console.Out.WriteLine(line);
        Console.Out.Flush();
    }
}
