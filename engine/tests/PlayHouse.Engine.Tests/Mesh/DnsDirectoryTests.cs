using System.Net;
using System.Net.Sockets;
using PlayHouse.Engine.Mesh.Tests.Fixtures;

namespace PlayHouse.Engine.Mesh.Tests;

/// <summary>Servers by the addresses of names.</summary>
public sealed class DnsDirectoryTests
{
    private static readonly ServerEntry Own = new("play-10.0.0.1", "tcp://10.0.0.1:7000");

    private readonly Dictionary<string, Func<IPAddress[]>> _answers = [];

    [Fact]
    public async Task Names_ArePresentlyTheirAddresses()
    {
        DnsServerDirectory directory = Directory("play=play.game:7000,api=api.game:7001;service=2;kind=api;weight=3");
        _answers["play.game"] = () => [IPAddress.Parse("10.0.0.1"), IPAddress.Parse("10.0.0.2"), IPAddress.IPv6Loopback];
        _answers["api.game"] = () => [IPAddress.Parse("10.0.1.1")];

        Assert.Equal(
            [Own, new("play-10.0.0.2", "tcp://10.0.0.2:7000"), new("api-10.0.1.1", "tcp://10.0.1.1:7001", 2, ServerKind.Api, 3)],
            await directory.ExchangeAsync(Own, CancellationToken.None));

        _answers["play.game"] = () => [IPAddress.Parse("10.0.0.1"), IPAddress.Parse("10.0.0.3")];
        Assert.Equal(["play-10.0.0.1", "play-10.0.0.3", "api-10.0.1.1"], await IdsAsync(directory));
    }

    [Fact]
    public async Task Name_ThatCannotBeResolved_KeepsItsLastAnswer_AndOneThatDoesNotExistHasNone()
    {
        DnsServerDirectory directory = Directory("play=play.game:7000,api=api.game:7001");
        _answers["play.game"] = () => throw new SocketException((int)SocketError.TryAgain);
        _answers["api.game"] = () => [IPAddress.Parse("10.0.1.1")];
        await Assert.ThrowsAsync<SocketException>(() => IdsAsync(directory));

        _answers["play.game"] = () => [IPAddress.Parse("10.0.0.2")];
        Assert.Equal(["play-10.0.0.2", "api-10.0.1.1"], await IdsAsync(directory));
        _answers["play.game"] = () => throw new SocketException((int)SocketError.TryAgain);
        Assert.Equal(["play-10.0.0.2", "api-10.0.1.1"], await IdsAsync(directory));
        _answers["api.game"] = () => throw new SocketException((int)SocketError.HostNotFound);
        Assert.Equal(["play-10.0.0.2"], await IdsAsync(directory));
    }

    [Fact]
    public async Task OwnAddress_UnderAnotherId_IsAMistakeThatIsTold()
    {
        DnsServerDirectory directory = Directory("play=play.game:7000");
        _answers["play.game"] = () => [IPAddress.Parse("10.0.0.1")];

        InvalidOperationException wrong = await Assert.ThrowsAsync<InvalidOperationException>(
            async () => await directory.ExchangeAsync(Own with { ServerId = "play-1" }, CancellationToken.None));

        Assert.Contains("'play-10.0.0.1'", wrong.Message, StringComparison.Ordinal);
    }

    /// <summary>The resolver of this machine, and a message that arrives.</summary>
    [Fact]
    public async Task Servers_OfARealName_ReachEachOther()
    {
        InMemoryServerDirectory listed = MeshNode.NewDirectory();
        await using MeshNode found = await MeshNode.StartAsync("play-127.0.0.1", listed);
        string port = found.Mesh.Address[(found.Mesh.Address.LastIndexOf(':') + 1)..];
        await using MeshNode caller = await MeshNode.StartAsync("caller", DnsServerDirectory.Parse($"play=localhost:{port}"));
        await TwoProcessTests.AnnounceAsync(listed, new ServerEntry("caller", caller.Mesh.Address));

        await caller.UntilReachableAsync("play-127.0.0.1");
    }

    private static async Task<string[]> IdsAsync(DnsServerDirectory directory) =>
        [.. (await directory.ExchangeAsync(Own, CancellationToken.None)).Select(s => s.ServerId)];

    private DnsServerDirectory Directory(string names) =>
        new(StaticServerDirectory.Parse(names).Servers, (host, _) => Task.FromResult(_answers[host]()));
}
