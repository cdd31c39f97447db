using System.Net.Sockets;
using PlayHouse.Sockets.Tests.Fakes;

namespace PlayHouse.Sockets.Tests;

/// <summary>What an event costs in managed memory: nothing.</summary>
public sealed class AllocationTests
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Traffic_InSteadyState_AllocatesNothingOnTheLoopsThread(bool usesNanosecondWait)
    {
        using var server = new EchoServer(new EventLoopOptions { UsesNanosecondWait = usesNanosecondWait });
        await server.Loop.RunAsync(() => server.Loop.CreateTimer(new Alarm(nowNs => nowNs + 50_000)).Set(0));
        using var client = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await client.ConnectAsync(server.Address);
        Chat(client, 2_000);
        var reading = new Work<long>(GC.GetAllocatedBytesForCurrentThread);
        long first = await server.Loop.RunAsync(GC.GetAllocatedBytesForCurrentThread);
        long events = server.Loop.Counters.Events;

        Chat(client, 20_000);

        Assert.True(server.Loop.Post(reading));
        long bytes = await Until.DoneAsync(reading.Done) - first;
        Assert.True(server.Loop.Counters.Events - events >= 2_000, "there were events enough to tell");
        // What the two questions themselves allocate.
        Assert.InRange(bytes, 0, 2_048);
    }

    private static void Chat(Socket client, int messages)
    {
        byte[] bytes = new byte[64];
        for (int i = 0; i < messages; i++)
        {
            client.Send(bytes);
            for (int have = 0; have < bytes.Length;)
            {
                have += client.Receive(bytes);
            }
        }
    }
}
