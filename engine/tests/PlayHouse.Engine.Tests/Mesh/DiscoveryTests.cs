using Microsoft.Extensions.Time.Testing;
using PlayHouse.Engine.Mesh.Tests.Fixtures;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies.RequestTable;

namespace PlayHouse.Engine.Mesh.Tests;

/// <summary>Finding servers and choosing among them.</summary>
public sealed class DiscoveryTests
{
    [Fact]
    public void Parse_EveryField_IsRead()
    {
        StaticServerDirectory directory = StaticServerDirectory.Parse(" play-1=10.0.0.1:7000, api-1=tcp://host.example:7001;service=2;kind=api;weight=3 ");

        Assert.Equal(
            [new ServerEntry("play-1", "tcp://10.0.0.1:7000"), new ServerEntry("api-1", "tcp://host.example:7001", 2, ServerKind.Api, 3)],
            directory.Servers);
    }

    [Theory]
    [InlineData("", "empty")]
    [InlineData("play-1", "'play-1' is no server")]
    [InlineData("=host:1", "no server")]
    [InlineData("a=host", "port from 1 to 65535")]
    [InlineData("a=host:0", "port from 1 to 65535")]
    [InlineData("a=host:70000", "port from 1 to 65535")]
    [InlineData("a=udp://host:1", "tcp://host:port")]
    [InlineData("a=host:1;colour=red", "'colour=red'")]
    [InlineData("a=host:1;weight=0", "weight 0")]
    [InlineData("a=host:1;kind=other", "'kind=other'")]
    [InlineData("a=host:1,a=host:2", "listed 2 times")]
    public void Parse_Wrong_SaysWhat(string text, string expected)
    {
        FormatException failure = Assert.Throws<FormatException>(() => StaticServerDirectory.Parse(text));

        Assert.Contains(expected, failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task InMemory_ServerWithoutASignOfLife_IsForgottenAfterItsTime()
    {
        FakeTimeProvider time = new();
        InMemoryServerDirectory directory = new(TimeSpan.FromSeconds(10), time);
        ServerEntry a = new("a", "tcp://h:1");
        ServerEntry b = new("b", "tcp://h:2");
        await directory.ExchangeAsync(a, CancellationToken.None);
        time.Advance(TimeSpan.FromSeconds(6));
        Assert.Equal(2, (await directory.ExchangeAsync(b, CancellationToken.None)).Count);
        time.Advance(TimeSpan.FromSeconds(4));
        Assert.Equal(2, (await directory.ExchangeAsync(b, CancellationToken.None)).Count);

        time.Advance(TimeSpan.FromSeconds(0.5));

        Assert.Equal([b], await directory.ExchangeAsync(b, CancellationToken.None));
    }

    [Fact]
    public async Task Select_RoundRobin_TakesReachableServersInTurn()
    {
        InMemoryServerDirectory directory = MeshNode.NewDirectory();
        await using MeshNode caller = await MeshNode.StartAsync("caller", directory);
        await using MeshNode a = await MeshNode.StartAsync("a", directory, configure: o => o with { ServiceId = 5 });
        await using MeshNode b = await MeshNode.StartAsync("b", directory, configure: o => o with { ServiceId = 5 });
        // A server of its own: under the address of another one, the second link would take that one's place, and what is under way is lost.
        await using MeshNode draining = await MeshNode.StartAsync("draining", MeshNode.NewDirectory());
        await TwoProcessTests.AnnounceAsync(directory, new ServerEntry("draining", draining.Mesh.Address, 5, State: ServerState.Draining), new ServerEntry("down", "tcp://127.0.0.1:1", 5));
        await caller.UntilReachableAsync("a");
        await caller.UntilReachableAsync("b");
        await caller.UntilAsync(() => caller.Mesh.Send("draining", new RouteHeader("note"), default) == SendResult.Accepted, "the draining server is linked");

        string[] chosen = [.. Enumerable.Range(0, 6).Select(_ => caller.Mesh.TrySelect(5, ServerSelection.RoundRobin, out string id) ? id : "none")];

        Assert.Equal(3, chosen.Count(c => c == "a"));
        Assert.Equal(3, chosen.Count(c => c == "b"));
        Assert.NotEqual(chosen[0], chosen[1]);
        Assert.False(caller.Mesh.TrySelect(6, ServerSelection.RoundRobin, out _));
        Assert.False(caller.Mesh.TrySelect(0, ServerSelection.RoundRobin, out _));
    }

    [Fact]
    public void Select_Weighted_IsExactAndSmooth()
    {
        MeshLinks links = new(new Diagnostics.EngineCounters(), new PooledRequestTable(EngineLimits.Default, new Diagnostics.EngineCounters(), 0, Timers.EngineClock.System));
        ServiceGroups groups = new([new ServerEntry("a", "", 1, Weight: 5), new ServerEntry("b", "", 1), new ServerEntry("c", "", 1)], links);

        string chosen = string.Concat(Enumerable.Range(0, 14).Select(_ => groups.TrySelect(1, ServerSelection.Weighted, out string id) ? id : "-"));

        // The published sequence of smooth weighted round robin for weights 5, 1, 1.
        Assert.Equal("aabacaa" + "aabacaa", chosen);
    }

    [Fact]
    public async Task Server_TakenOffTheList_IsUnreachableAndItsRequestsFail()
    {
        InMemoryServerDirectory directory = new(TimeSpan.FromMilliseconds(500), TimeProvider.System);
        await using MeshNode a = await MeshNode.StartAsync("a", directory);
        await using MeshNode b = await MeshNode.StartAsync("b", new FixedDirectory(a));
        await directory.ExchangeAsync(new ServerEntry("b", b.Mesh.Address), CancellationToken.None);
        b.Handle = message =>
        {
            message.Release();
            return true;
        };
        ServerRequestException? failure = null;
        await a.UntilAsync(() => a.Mesh.Send("b", new RouteHeader("x"), default) == SendResult.Accepted, "b is listed");

        failure = await a.FailureOfAsync("b", "mute");

        Assert.Equal(ErrorCodes.ServerNotFound, failure?.ErrorCode);
        Assert.Equal(SendResult.Unreachable, a.Mesh.Send("b", new RouteHeader("x"), default));
    }

    [Fact]
    [Reaches(nameof(EngineLimits.PeersMax))]
    public async Task Directory_ListsMoreThanTheLimit_FurtherServersAreIgnoredAndCountedOnce()
    {
        StaticServerDirectory directory = StaticServerDirectory.Parse("b=127.0.0.1:1,c=127.0.0.1:2,d=127.0.0.1:3");
        await using MeshNode a = await MeshNode.StartAsync("a", directory, EngineLimits.Default with { PeersMax = 2 });

        SendResult[] results = [.. new[] { "b", "c", "d" }.Select(id => a.Mesh.Send(id, new RouteHeader("x"), default))];

        Assert.Equal(1, results.Count(r => r == SendResult.Unreachable));
        Assert.Equal(1, a.Counter("mesh.peers-refused"));
    }

    [Fact]
    public async Task Directory_Fails_IsReportedAndConnectionsStay()
    {
        InMemoryServerDirectory inner = MeshNode.NewDirectory();
        FailingDirectory failing = new(inner);
        await using MeshNode a = await MeshNode.StartAsync("a", failing);
        await using MeshNode b = await MeshNode.StartAsync("b", inner);
        await a.UntilReachableAsync("b");

        failing.IsFailing = true;
        await a.UntilAsync(() => a.Faults.Count >= 3, "the failures are reported");

        Assert.Null(await a.FailureOfAsync("b", "echo"));
    }

    [Fact]
    public async Task Server_MovesToAnotherAddress_IsFoundThere()
    {
        InMemoryServerDirectory directory = MeshNode.NewDirectory();
        await using MeshNode a = await MeshNode.StartAsync("a", directory);
        await using (MeshNode before = await MeshNode.StartAsync("b", directory))
        {
            await a.UntilReachableAsync("b");
        }

        await using MeshNode after = await MeshNode.StartAsync("b", directory);

        await a.UntilAsync(async () => await a.FailureOfAsync("b", "echo") is null && after.Received > 0, "the new b answers");
    }

    private sealed class FixedDirectory(MeshNode node) : IServerDirectory
    {
        public ValueTask<IReadOnlyList<ServerEntry>> ExchangeAsync(ServerEntry own, CancellationToken cancellation) =>
            new([new ServerEntry(node.Mesh.ServerId, node.Mesh.Address)]);
    }

    private sealed class FailingDirectory(IServerDirectory inner) : IServerDirectory
    {
        public volatile bool IsFailing;

        public ValueTask<IReadOnlyList<ServerEntry>> ExchangeAsync(ServerEntry own, CancellationToken cancellation) =>
            IsFailing ? throw new InvalidOperationException("no directory") : inner.ExchangeAsync(own, cancellation);
    }
}
