using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using PlayHouse.Engine.IntegrationTests.Fixtures;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>What needs another process: a frozen client, and a server that runs out of descriptors.</summary>
public sealed class ProcessTests
{
    [Fact]
    [Reaches(nameof(EngineLimits.IdleTimeout), nameof(CloseReason.IdleTimeout))]
    public async Task Defect5_FrozenClient_IsNoticedByItsSilence_AndTheActorIsToldOnce()
    {
        await using GameServer server = await GameServer.StartAsync(new EngineLimits { IdleTimeout = TimeSpan.FromSeconds(2) });
        using Process peer = TestPeer.Start("client", Text(server.Server.TcpEndPoint.Port), "7", "frozen");
        Assert.Equal("ready", await TestPeer.ReadLineAsync(peer));
        await TestPeer.SignalAsync(peer, "STOP");

        await server.UntilAsync(() => server.Counter("closes.idle-timeout") == 1, "the silence is noticed");

        await server.UntilAsync(() => server.Counter("sessions") == 0, "the session is gone");
        await TestPeer.SignalAsync(peer, "CONT");
        await using RawClient other = await server.JoinAsync(7, "other");
        Assert.Equal("on", (await other.RequestAsync("EchoRequest", 1, "on")).Text);
        Assert.Equal(1, server.Log.CountOf("stage.connection frozen False"));
        await TestPeer.EndAsync(peer);
    }

    [Fact]
    public async Task Defect11_DescriptorsExhausted_AcceptLoopBacksOff_AndRecovers()
    {
        using Process peer = TestPeer.StartLimited(256, "server");
        string line = await TestPeer.ReadLineAsync(peer);
        IPEndPoint endPoint = new(IPAddress.Loopback, int.Parse(line.Split(' ')[1], CultureInfo.InvariantCulture));
        await using RawClient member = await JoinAsync(endPoint, "member");

        // Whatever the peer loads for an answer is loaded while it still can open files.
        await TestPeer.ReadCountersAsync(peer);
        List<Socket> flood = [];
        for (int i = 0; i < 400; i++)
        {
            flood.Add(await Transports.OpenAsync(endPoint));
        }

        await UntilAsync(peer, c => c["accept.back-offs"] > 0 && c["closes.connection-limit"] > 0, "the accept loop refuses and backs off");
        Assert.Equal("served meanwhile", (await member.RequestAsync("EchoRequest", 1, "served meanwhile")).Text);
        flood.ForEach(s => s.Dispose());
        await using RawClient late = await JoinAsync(endPoint, "late");
        Assert.Equal("recovered", (await late.RequestAsync("EchoRequest", 1, "recovered")).Text);
        Dictionary<string, long> counters = await TestPeer.ReadCountersAsync(peer);
        Assert.Equal((0, 0), (counters["accept.fatal-errors"], counters["engine.faults"]));
        await TestPeer.EndAsync(peer);
    }

    private static string Text(int value) => value.ToString(CultureInfo.InvariantCulture);

    private static async Task<RawClient> JoinAsync(IPEndPoint endPoint, string account) =>
        await GameServer.JoinAsync(new RawClient(await Transports.OpenAsync(endPoint)), 1, account);

    private static async Task UntilAsync(Process peer, Func<Dictionary<string, long>, bool> condition, string what)
    {
        using CancellationTokenSource deadline = new(TimeSpan.FromSeconds(20));
        Dictionary<string, long> counters;
        while (!condition(counters = await TestPeer.ReadCountersAsync(peer)))
        {
            Assert.False(deadline.IsCancellationRequested, $"Not in time: {what}. {string.Join(' ', counters.Where(c => c.Value != 0))}");
        }
    }
}

/// <summary>Starts and steers the other process.</summary>
internal static class TestPeer
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    public static Process Start(params string[] arguments) => Start("dotnet", [Assembly, .. arguments]);

    /// <summary>The shell lowers the limit and becomes the process.</summary>
    public static Process StartLimited(int descriptors, params string[] arguments) =>
        Start("/bin/sh", ["-c", $"ulimit -n {descriptors}; exec \"$@\"", "sh", Host, Assembly, .. arguments]);

    public static async Task<string> ReadLineAsync(Process peer)
    {
        using CancellationTokenSource deadline = new(Patience);
        return await peer.StandardOutput.ReadLineAsync(deadline.Token) ?? throw new InvalidOperationException("The peer has ended: " + await peer.StandardError.ReadToEndAsync());
    }

    public static async Task<Dictionary<string, long>> ReadCountersAsync(Process peer)
    {
        await peer.StandardInput.WriteLineAsync();
        await peer.StandardInput.FlushAsync();
        return JsonSerializer.Deserialize<Dictionary<string, long>>(await ReadLineAsync(peer))!;
    }

    public static async Task SignalAsync(Process peer, string signal)
    {
        using Process kill = Process.Start("/bin/sh", ["-c", $"kill -{signal} {peer.Id}"]);
        await kill.WaitForExitAsync();
        Assert.Equal(0, kill.ExitCode);
    }

    /// <summary>Ends the peer through its standard input, or by force when it does not listen.</summary>
    public static async Task EndAsync(Process peer)
    {
        peer.StandardInput.Close();
        using CancellationTokenSource deadline = new(Patience);
        try
        {
            await peer.WaitForExitAsync(deadline.Token);
        }
        finally
        {
            if (!peer.HasExited)
            {
                peer.Kill(entireProcessTree: true);
            }
        }
    }

    private static string Assembly => Path.Combine(AppContext.BaseDirectory, "PlayHouse.Engine.TestPeer.dll");

    private static string Host => Path.GetFileNameWithoutExtension(Environment.ProcessPath) == "dotnet" ? Environment.ProcessPath! : "dotnet";

    private static Process Start(string file, string[] arguments)
    {
        ProcessStartInfo start = new(file == "dotnet" ? Host : file)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        Array.ForEach(arguments, start.ArgumentList.Add);
        foreach (string name in start.Environment.Keys.Where(k => k.StartsWith("CORECLR_", StringComparison.Ordinal)).ToArray())
        {
            start.Environment.Remove(name);
        }

        return Process.Start(start)!;
    }
}
