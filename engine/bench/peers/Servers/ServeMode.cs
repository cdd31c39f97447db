using System.Globalization;
using System.Runtime;
using System.Text.Json;

namespace PlayHouse.Engine.Peers.Servers;

/// <summary>
/// A server process: prints <c>ready PORT PID</c>, answers questions on its input, one per line, and ends with its input.
/// <c>allocated?</c>: <c>allocated BYTES</c>, which itself allocates next to nothing; <c>heap?</c>: bytes alive after a full
/// collection; <c>facts?</c>: collections, memory and counters as JSON; <c>compiled?</c>: methods compiled so far; <c>used?</c>:
/// processor time in microseconds and bytes allocated, which costs next to nothing; <c>threads?</c>: threads now.
/// </summary>
internal static class ServeMode
{
    public static async Task<int> RunAsync(PeerKind kind)
    {
        await using IPeerServer server = kind.Create!();
        int port = await server.StartAsync();
        await AnswerAsync(port, question => question == "facts?" ? Facts(server) : null);
        return 0;
    }

    /// <summary>Prints the port and answers until the input ends; <paramref name="own"/> comes first and returns null for what it does not know.</summary>
    public static async Task AnswerAsync(int port, Func<string, string?> own)
    {
        Print(string.Create(CultureInfo.InvariantCulture, $"ready {port} {Environment.ProcessId}"));
        while (await Console.In.ReadLineAsync() is { } question)
        {
            Print(own(question) ?? question switch
            {
                "heap?" => string.Create(CultureInfo.InvariantCulture, $"heap {GC.GetTotalMemory(forceFullCollection: true)}"),
                "compiled?" => string.Create(CultureInfo.InvariantCulture, $"compiled {JitInfo.GetCompiledMethodCount()}"),
                "used?" => Used(),
                "threads?" => string.Create(CultureInfo.InvariantCulture, $"threads {ThreadCount()}"),
                _ => string.Create(CultureInfo.InvariantCulture, $"allocated {GC.GetTotalAllocatedBytes(precise: true)}"),
            });
        }
    }

    private static string Used() => string.Create(
        CultureInfo.InvariantCulture,
        $"used {(long)Environment.CpuUsage.TotalTime.TotalMicroseconds} {GC.GetTotalAllocatedBytes(precise: true)}");

    private static int ThreadCount()
    {
        using var self = System.Diagnostics.Process.GetCurrentProcess();
        return self.Threads.Count;
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
