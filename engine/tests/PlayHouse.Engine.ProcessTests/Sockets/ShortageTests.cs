using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using PlayHouse.Sockets.Tests.Fakes;

namespace PlayHouse.Sockets.Tests;

/// <summary>The system has no descriptor left: connections wait and are accepted later.</summary>
public sealed partial class ShortageTests
{
    private const int OpenFiles = 7;

    /// <summary>In a process of its own: while there is no descriptor no thread can start either, and a test host starts some at any time.</summary>
    [Fact]
    public async Task Accept_WithoutDescriptors_RestsAndTakesThemInWhenThereAreSome()
    {
        string own = Environment.ProcessPath is { } path && Path.GetFileNameWithoutExtension(path) == "dotnet" ? path : "dotnet";
        ProcessStartInfo start = new(own, ["exec", typeof(ShortageTests).Assembly.Location, "shortage"]) { RedirectStandardError = true };
        // Nothing is compiled twice: that needs a thread.
        start.Environment["DOTNET_TieredCompilation"] = "0";
        start.Environment["DOTNET_DbgEnableMiniDump"] = "0";
        using Process child = Process.Start(start)!;
        try
        {
            string errors = await Until.DoneAsync(child.StandardError.ReadToEndAsync());
            await Until.DoneAsync(child.WaitForExitAsync());
            Assert.True(child.ExitCode == 0, errors);
        }
        finally
        {
            if (!child.HasExited)
            {
                child.Kill();
            }
        }
    }

    /// <summary>What the child does, on its only thread next to the loop's.</summary>
    internal static void RunOutOfDescriptors()
    {
        using var server = new EchoServer();
        // Everything that allocates descriptors of its own has done so before the limit falls.
        using Socket warm = NewClient();
        warm.Connect(server.Address);
        Exchange(warm);
        using Socket client = NewClient();
        Assert.Equal(0, GetLimit(OpenFiles, out Limit before));
        try
        {
            Assert.Equal(0, SetLimit(OpenFiles, before with { Soft = 4 }));
            client.Connect(server.Address);
            Until.True(() => server.Shortages > 0, "no descriptor was left");
        }
        finally
        {
            Assert.Equal(0, SetLimit(OpenFiles, before));
        }

        Exchange(client);
        Assert.Null(server.ListenerEnd);
    }

    private static Socket NewClient()
    {
        Socket client = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { ReceiveTimeout = 60_000 };
        client.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        return client;
    }

    private static void Exchange(Socket client)
    {
        client.Send([9]);
        byte[] answer = new byte[1];
        Assert.Equal(1, client.Receive(answer));
        Assert.Equal(9, answer[0]);
    }

    [LibraryImport("libc", EntryPoint = "getrlimit")]
    private static partial int GetLimit(int resource, out Limit limit);

    [LibraryImport("libc", EntryPoint = "setrlimit")]
    private static partial int SetLimit(int resource, in Limit limit);

    [StructLayout(LayoutKind.Sequential)]
    private record struct Limit(ulong Soft, ulong Hard);
}
