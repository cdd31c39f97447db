using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using PlayHouse.Engine.Mesh.Tests.Fixtures;
using PlayHouse.Engine.Tests.Fixtures;
using Xunit.Abstractions;

namespace PlayHouse.Engine.Mesh.Tests;

/// <summary>Peers that die, come back, freeze and have doubles, again and again.</summary>
[Collection(nameof(Alone))]
public sealed class ChaosTests(ITestOutputHelper output)
{
    private const int Pending = 20;
    private const int SilenceMs = 1_000;

    [Fact]
    public Task KillStopTwin_OnceEach_PendingRequestsFailByNameAndNoReplyIsForeign() => RunAsync(cycles: 3);

    [Fact]
    [Trait("Run", "selftest-mesh")]
    public Task KillStopTwin_ManyCycles_PendingRequestsFailByNameAndNoReplyIsForeign() => RunAsync(SoakSize.Or(30));

    private async Task RunAsync(int cycles)
    {
        EngineLimits limits = EngineLimits.Default with { ServerRequestTimeout = TimeSpan.FromMilliseconds(800) };
        InMemoryServerDirectory directory = MeshNode.NewDirectory();
        await using MeshNode parent = await MeshNode.StartAsync("parent", directory, limits, o => o with { SilenceTimeout = TimeSpan.FromMilliseconds(SilenceMs) });
        PeerProcess child = await PeerProcess.StartAsync("child", PeerProcess.PeersOf(parent), silenceMs: SilenceMs);
        await TwoProcessTests.AnnounceAsync(directory, child.Entry);
        ConcurrentQueue<ushort> codes = [];
        int number = 0;
        TimeSpan longest = TimeSpan.Zero;
        try
        {
            for (int cycle = 0; cycle < cycles; cycle++)
            {
                Stopwatch away = Stopwatch.StartNew();
                await parent.UntilReachableAsync("child");
                longest = TimeSpan.FromTicks(Math.Max(longest.Ticks, away.Elapsed.Ticks));
                List<Task> pending = [.. Enumerable.Range(0, Pending).Select(_ => MuteAsync(parent, codes))];
                pending.AddRange(Enumerable.Range(0, Pending).Select(_ => EchoAsync(parent, Interlocked.Increment(ref number), codes)));
                switch (cycle % 3)
                {
                    case 0:
                        string address = child.Address;
                        child.Kill();
                        child.Dispose();
                        child = await PeerProcess.StartAsync("child", PeerProcess.PeersOf(parent), address, SilenceMs);
                        break;
                    case 1:
                        child.Stop();
                        pending.AddRange(Enumerable.Range(0, Pending).Select(_ => EchoAsync(parent, Interlocked.Increment(ref number), codes)));
                        child.Continue();
                        break;
                    default:
                        using (PeerProcess twin = await PeerProcess.StartAsync("child", PeerProcess.PeersOf(parent), silenceMs: SilenceMs))
                        {
                            pending.AddRange(Enumerable.Range(0, Pending).Select(_ => EchoAsync(parent, Interlocked.Increment(ref number), codes)));
                            twin.Kill();
                        }

                        break;
                }

                await Task.WhenAll(pending);
            }

            await parent.UntilReachableAsync("child");
        }
        finally
        {
            child.Dispose();
        }

        Assert.All(codes, code => Assert.True(code is ErrorCodes.RequestTimeout or ErrorCodes.ServerNotFound, $"code {code}"));
        Assert.True(codes.Count >= cycles * Pending, "requests that no server answers must all have failed");
        Assert.Contains(ErrorCodes.ServerNotFound, codes);
        Assert.Equal(0, parent.Mesh.PendingRequests);
        Assert.Equal(0, parent.Counter("engine.faults"));
        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{cycles:N0} cycles, {number:N0} echoes asked for, {codes.Count:N0} requests failed by name; reached again within {longest.TotalSeconds:F1} s of its return"));
    }

    private static async Task MuteAsync(MeshNode node, ConcurrentQueue<ushort> codes)
    {
        ServerRequestException failure = await Assert.ThrowsAsync<ServerRequestException>(async () => await node.RequestAsync("child", "mute"));
        codes.Enqueue(failure.ErrorCode);
    }

    /// <summary>The reply is the request's own, or there is none.</summary>
    private static async Task EchoAsync(MeshNode node, int number, ConcurrentQueue<ushort> codes)
    {
        try
        {
            using ServerReply reply = await node.RequestAsync("child", "echo", TwoProcessTests.NumberBytes(number));
            Assert.Equal(number, BitConverter.ToInt32(reply.Payload.Span));
        }
        catch (ServerRequestException failure)
        {
            codes.Enqueue(failure.ErrorCode);
        }
    }
}
