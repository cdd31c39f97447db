using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using PlayHouse.Sockets.Tests.Fakes;

namespace PlayHouse.Sockets.Tests;

/// <summary>The system has no descriptor left: connections wait and are accepted later.</summary>
public sealed partial class ShortageTests
{
    private const int OpenFiles = 7;

    [Fact]
    public async Task Accept_WithoutDescriptors_RestsAndTakesThemInWhenThereAreSome()
    {
        using var server = new EchoServer();
        using var client = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        // Everything that allocates descriptors of its own has done so before the limit falls.
        using var warm = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        await warm.ConnectAsync(server.Address);
        await warm.SendAsync(new byte[1]);
        Assert.Equal(1, await warm.ReceiveAsync(new byte[1]));
        Assert.Equal(0, GetLimit(OpenFiles, out Limit before));
        client.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        try
        {
            Assert.Equal(0, SetLimit(OpenFiles, before with { Soft = 4 }));
            await client.ConnectAsync(server.Address);
            Until.True(() => server.Shortages > 0, "no descriptor was left");
        }
        finally
        {
            Assert.Equal(0, SetLimit(OpenFiles, before));
        }

        await client.SendAsync(new byte[] { 9 });
        byte[] answer = new byte[1];
        Assert.Equal(1, await Until.DoneAsync(client.ReceiveAsync(answer.AsMemory()).AsTask()));
        Assert.Equal(9, answer[0]);
        Assert.Null(server.ListenerEnd);
    }

    [LibraryImport("libc", EntryPoint = "getrlimit")]
    private static partial int GetLimit(int resource, out Limit limit);

    [LibraryImport("libc", EntryPoint = "setrlimit")]
    private static partial int SetLimit(int resource, in Limit limit);

    [StructLayout(LayoutKind.Sequential)]
    private record struct Limit(ulong Soft, ulong Hard);
}
