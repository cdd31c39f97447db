using System.Globalization;

namespace PlayHouse.Engine.Peers.Servers;

/// <summary>
/// A server process: prints <c>ready PORT PID</c>, answers every line of its input with <c>allocated BYTES</c>, ends with its
/// input.
/// </summary>
internal static class ServeMode
{
    public static async Task<int> RunAsync(PeerKind kind)
    {
        await using IPeerServer server = kind.Create!();
        int port = await server.StartAsync();
        Print($"ready {port} {Environment.ProcessId}");
        while (await Console.In.ReadLineAsync() is not null)
        {
            Print($"allocated {GC.GetTotalAllocatedBytes(precise: true)}");
        }

        return 0;
    }

    private static void Print(FormattableString line)
    {
        Console.Out.WriteLine(line.ToString(CultureInfo.InvariantCulture));
        Console.Out.Flush();
    }
}
