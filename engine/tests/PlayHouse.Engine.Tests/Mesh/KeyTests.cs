using PlayHouse.Engine.Strategies.PeerId;
using PlayHouse.Engine.Protocol;
using System.Net;
using System.Net.Sockets;
using System.Text;
using Net.Zmq;
using PlayHouse.Engine.Mesh.Tests.Fixtures;
using PlayHouse.Engine.Strategies;
using Socket = Net.Zmq.Socket;
using SocketType = Net.Zmq.SocketType;

namespace PlayHouse.Engine.Mesh.Tests;

/// <summary>Servers that prove who they are by their keys, over real sockets.</summary>
public sealed class KeyTests
{
    private readonly MeshKeyPair _keysOfA = MeshKeyPair.Create();
    private readonly MeshKeyPair _keysOfB = MeshKeyPair.Create();
    private readonly MeshKeyPair _keysOfC = MeshKeyPair.Create();
    private readonly InMemoryServerDirectory _directory = MeshNode.NewDirectory();

    [Theory]
    [InlineData("three-frames")]
    [InlineData("merged-frame")]
    public async Task ServersWithKeys_ExchangeMessagesOfAnySize(string frame)
    {
        StrategySelection strategies = StrategySelection.Default.With("mesh-frame", frame);
        await using MeshNode a = await MeshNode.StartAsync("a", _directory, configure: o => o with { Security = MeshSecurity.Curve(_keysOfA.SecretKey) }, strategies: strategies);
        await using MeshNode b = await MeshNode.StartAsync("b", _directory, configure: o => o with { Security = MeshSecurity.Curve(_keysOfB.SecretKey) }, strategies: strategies);
        await a.UntilReachableAsync("b");
        byte[] payload = new byte[EngineLimits.Default.PeerMessageBytesMax];
        new Random(1).NextBytes(payload);

        Assert.Equal(SendResult.Accepted, b.Mesh.Send("a", new RouteHeader("note", From: "c"), [7]));
        using ServerReply reply = await a.RequestAsync("b", "echo", payload);

        Assert.True(reply.Payload.Span.SequenceEqual(payload));
        await a.UntilAsync(() => !a.Kept.IsEmpty, "the note arrives");
        Assert.Equal("b", Assert.Single(a.Kept).Header.From);
        Assert.Empty(a.Faults.Concat(b.Faults));
    }

    [Theory]
    [InlineData("unlisted key", "mesh.refused-keys")]
    [InlineData("no key", "mesh.failed-handshakes")]
    [InlineData("wrong key of the server", "mesh.failed-handshakes")]
    public async Task Stranger_IsRefusedAndCounted_AndNothingOfItsArrives(string kind, string counter)
    {
        await using MeshNode a = await KeyedPeer.StartAsync("a", _directory, _keysOfA);
        await KeyedPeer.ListAsync(_directory, "b", _keysOfB.PublicKey);
        await UntilListedAsync(a, "b");
        using Context context = new();

        using Socket stranger = ConnectStranger(context, a, kind);
        KeyedPeer.Send(stranger, "forged", "b");
        await a.UntilAsync(() => a.Counter(counter) > 0, "the stranger is counted");

        // A server behind it is heard: what the stranger sent would have come before.
        using Socket b = KeyedPeer.Connect(context, a.Mesh.Address, _keysOfA.PublicKey, _keysOfB);
        KeyedPeer.Send(b, "real", "b");
        await a.UntilAsync(() => a.Received > 0, "the server is heard");
        Assert.Equal("real", Assert.Single(a.Kept).Header.MsgId);
        Assert.Equal(0, a.Counter("mesh.strangers") + a.Counter("mesh.malformed"));
    }

    /// <summary>A server that is listed says that it is another one, in the handshake and in its messages.</summary>
    [Fact]
    public async Task ListedServer_ThatSaysItIsAnother_SpeaksAsItselfAndTakesNoConnectionAway()
    {
        await using MeshNode a = await KeyedPeer.StartAsync("a", _directory, _keysOfA);
        await using MeshNode c = await KeyedPeer.StartAsync("c", _directory, _keysOfC);
        await KeyedPeer.ListAsync(_directory, "b", _keysOfB.PublicKey);
        await UntilListedAsync(a, "b");
        await c.UntilReachableAsync("a");
        await a.UntilReachableAsync("c");
        using Context context = new();
        using Socket forger = KeyedPeer.Connect(context, a.Mesh.Address, _keysOfA.PublicKey, _keysOfB);
        using Socket named = KeyedPeer.Connect(context, a.Mesh.Address, _keysOfA.PublicKey, _keysOfB, id: "c");

        KeyedPeer.Send(named, "named", "c");
        KeyedPeer.Send(forger, "forged", "c");

        // An id of its own choice is no number of a connection: what comes on that one is dropped.
        await a.UntilAsync(() => a.Counter("mesh.malformed") == 1 && !a.Kept.IsEmpty, "both messages came");
        RouteHeader header = Assert.Single(a.Kept).Header;
        Assert.Equal(("forged", "b"), (header.MsgId, header.From));
        Assert.Null(await c.FailureOfAsync("a", "echo", [1]));
        Assert.Null(await a.FailureOfAsync("c", "echo", [1]));
        Assert.Equal(0, a.Counter("mesh.lost") + c.Counter("mesh.lost"));
    }

    /// <summary>A listed server that others connect to tells them another one's id: messages for that one must not reach it.</summary>
    [Fact]
    public async Task ListedServer_ThatAnswersWithAnothersId_GetsNoMessageOfThatOne()
    {
        await using MeshNode a = await KeyedPeer.StartAsync("a", _directory, _keysOfA);
        await using MeshNode c = await KeyedPeer.StartAsync("c", _directory, _keysOfC);
        await a.UntilReachableAsync("c");
        using Context context = new();
        using Socket events = new(context, SocketType.Pair);
        using Socket impostor = new(context, SocketType.Router);
        events.Connect("inproc://events");
        impostor.Monitor("inproc://events", SocketMonitorEvent.HandshakeSucceeded);
        impostor.SetOption(SocketOption.Routing_Id, "c");
        impostor.SetOption(SocketOption.Curve_Server, 1);
        impostor.SetOption(SocketOption.Curve_Secretkey, _keysOfB.SecretKey);
        impostor.Bind("tcp://127.0.0.1:0");
        await KeyedPeer.ListAsync(_directory, "b", _keysOfB.PublicKey, impostor.GetOptionString(SocketOption.Last_Endpoint));
        using Message frame = new();
        await a.UntilAsync(() => events.TryRecv(frame, out _), "a has connected to b");

        for (int i = 0; i < 20; i++)
        {
            Assert.Null(await a.FailureOfAsync("c", "echo", [1]));
        }

        Assert.False(impostor.TryRecv(frame, out _), "a message for c came to b");
    }

    [Fact]
    public async Task Server_StartedAgainWithItsKey_IsReachedAgain()
    {
        await using MeshNode a = await KeyedPeer.StartAsync("a", _directory, _keysOfA);
        string address;
        await using (MeshNode before = await KeyedPeer.StartAsync("b", _directory, _keysOfB))
        {
            address = before.Mesh.Address;
            await a.UntilReachableAsync("b");
            await before.UntilReachableAsync("a");
        }

        await using MeshNode after = await KeyedPeer.StartAsync("b", _directory, _keysOfB, o => o with { BindAddress = address });

        await a.UntilReachableAsync("b");
        await after.UntilReachableAsync("a");
        Assert.True(after.Received > 0);
    }

    [Fact]
    public async Task Key_ThatLeavesTheDirectory_IsRefusedOnTheConnectionItHas()
    {
        await using MeshNode a = await KeyedPeer.StartAsync("a", _directory, _keysOfA);
        await KeyedPeer.ListAsync(_directory, "b", _keysOfB.PublicKey);
        await UntilListedAsync(a, "b");
        using Context context = new();
        using Socket before = KeyedPeer.Connect(context, a.Mesh.Address, _keysOfA.PublicKey, _keysOfB);
        KeyedPeer.Send(before, "before", "b");
        await a.UntilAsync(() => a.Received == 1, "the key is listed");

        await KeyedPeer.ListAsync(_directory, "b", _keysOfC.PublicKey);
        await a.UntilAsync(
            () =>
            {
                KeyedPeer.Send(before, "behind", "b");
                return a.Counter("mesh.strangers") > 0;
            },
            "the old key is refused");
        long taken = a.Received;
        using Socket after = KeyedPeer.Connect(context, a.Mesh.Address, _keysOfA.PublicKey, _keysOfC);
        KeyedPeer.Send(after, "after", "b");
        await a.UntilAsync(() => a.Received == taken + 1, "the new key is heard");
        Assert.Equal(("after", "b"), (a.Kept.Last().Header.MsgId, a.Kept.Last().Header.From));

        _directory.Remove("b");
        await a.UntilAsync(() => a.Mesh.Send("b", new RouteHeader("x"), default) == SendResult.Unreachable, "b is not listed");
        using Socket late = KeyedPeer.Connect(context, a.Mesh.Address, _keysOfA.PublicKey, _keysOfC);
        await a.UntilAsync(() => a.Counter("mesh.refused-keys") > 0, "its key is refused");
    }

    [Fact]
    public async Task Server_ListedWithoutAKey_OrWithThatOfAnother_IsNotConnectedAndNamed()
    {
        await KeyedPeer.ListAsync(_directory, "keyless", null);
        await KeyedPeer.ListAsync(_directory, "double", _keysOfA.PublicKey);
        await using MeshNode a = await KeyedPeer.StartAsync("a", _directory, _keysOfA);

        Assert.Equal(SendResult.Unreachable, a.Mesh.Send("keyless", new RouteHeader("x"), default));
        Assert.Equal(SendResult.Unreachable, a.Mesh.Send("double", new RouteHeader("x"), default));

        Assert.Equal(2, a.Counter("mesh.peers-refused"));
        Assert.Equal(2, a.Faults.Count);
        Assert.Contains(a.Faults, f => f.Message.Contains("'keyless' is listed without a public key", StringComparison.Ordinal));
        Assert.Contains(a.Faults, f => f.Message.Contains("'double' is listed with the public key of another server", StringComparison.Ordinal));
    }

    /// <summary>A port scan, other protocols, keys that nothing lists and servers without keys: counters move, and servers are served.</summary>
    [Fact]
    public async Task ManyStrangers_MoveCountersOnly()
    {
        const int Each = 100;
        await using MeshNode a = await KeyedPeer.StartAsync("a", _directory, _keysOfA);
        await using MeshNode b = await KeyedPeer.StartAsync("b", _directory, _keysOfB);
        await b.UntilReachableAsync("a");
        IPEndPoint port = IPEndPoint.Parse(a.Mesh.Address["tcp://".Length..]);
        long refused = a.Counter("mesh.refused-keys");
        for (int i = 0; i < Each; i++)
        {
            await SpeakAsync(port, []);
            await SpeakAsync(port, Encoding.ASCII.GetBytes("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
            await SpeakAsync(port, [0xff, 0, 0, 0, 0, 0, 0, 0, 1, 0x7f, 3, 0, .. new byte[200]]);
        }

        using Context context = new();
        Socket[] strangers = [.. Enumerable.Range(0, Each).SelectMany(_ => new[] { "unlisted key", "no key", "wrong key of the server" }).Select(kind => ConnectStranger(context, a, kind))];
        await a.UntilAsync(() => a.Counter("mesh.refused-keys") - refused >= Each, "every unlisted key is counted");
        // All but those of the HTTP client: libzmq says nothing about what does not speak ZMTP 3.
        await a.UntilAsync(() => a.Counter("mesh.failed-handshakes") >= Each * 4, "every failed handshake is counted");
        Array.ForEach(strangers, s => s.Dispose());

        Assert.Null(await b.FailureOfAsync("a", "echo", [1]));
        Assert.Null(await a.FailureOfAsync("b", "echo", [1]));
        Assert.Equal(0, a.Counter("mesh.strangers") + a.Counter("mesh.malformed") + a.Counter("mesh.lost") + a.Counter("engine.faults"));
        Assert.Empty(a.Faults);
    }

    [Theory]
    [InlineData("tcp://127.0.0.1:0", false)]
    [InlineData("tcp://127.1.2.3:7000", false)]
    [InlineData("tcp://localhost:7000", false)]
    [InlineData("tcp://[::1]:7000", false)]
    [InlineData("tcp://10.0.0.1:7000", true)]
    [InlineData("tcp://*:7000", true)]
    [InlineData("tcp://0.0.0.0:7000", true)]
    [InlineData("tcp://[::]:7000", true)]
    [InlineData("tcp://eth0:7000", true)]
    [InlineData("tcp://localhost.example:7000", true)]
    public void Validate_WithoutSecurity_IsAnErrorOutsideThisMachine(string address, bool isError)
    {
        MeshOptions options = new() { ServerId = "a", BindAddress = address, AdvertisedAddress = "tcp://10.0.0.1:7000" };

        string[] errors = [.. options.Validate()];

        Assert.Equal(isError ? 1 : 0, errors.Length);
        Assert.All(errors, e => Assert.Contains("MeshSecurity.Curve", e, StringComparison.Ordinal));
        Assert.All(errors, e => Assert.Contains("MeshSecurity.None", e, StringComparison.Ordinal));
        Assert.Empty((options with { Security = MeshSecurity.None }).Validate());
        Assert.Empty((options with { Security = MeshSecurity.Curve(_keysOfA.SecretKey) }).Validate());
    }

    [Fact]
    public void SecretKey_IsInNoText()
    {
        MeshOptions options = new() { ServerId = "a", BindAddress = "tcp://10.0.0.1:1", Security = MeshSecurity.Curve(_keysOfA.SecretKey) };
        string wrong = _keysOfA.SecretKey[..39] + "~";
        MeshOptions broken = options with { Security = MeshSecurity.Curve(wrong), Directory = new StaticServerDirectory([new ServerEntry("b", "tcp://h:1")]) };

        Assert.DoesNotContain(_keysOfA.SecretKey, $"{options} {options.Security} {_keysOfA}", StringComparison.Ordinal);
        Assert.Equal(2, broken.Validate().Count);
        Assert.Contains("40 characters in Z85", broken.Validate()[0], StringComparison.Ordinal);
        Assert.Contains("'b' is listed without a public key", broken.Validate()[1], StringComparison.Ordinal);
        Assert.DoesNotContain(wrong, string.Concat(broken.Validate()), StringComparison.Ordinal);
    }

    [Fact]
    public void Z85_IsAsPublished()
    {
        // The example of ZeroMQ RFC 32, and the test key of RFC 26.
        Assert.Equal(Convert.FromHexString("8E0BDD697628B91D8F245587EE95C5B04D48963F79259877B49CD9063AEAD3B7"), Z85.Decode("JTKVSB%%)wK0E.X)V>+}o?pNmC{O&4W4b!Ni{Lh6"));
        Assert.True(Z85.IsKey(_keysOfA.PublicKey));
        Assert.False(Z85.IsKey(_keysOfA.PublicKey[1..]));
        Assert.False(Z85.IsKey(_keysOfA.PublicKey[..39] + "~"));
        Assert.False(Z85.IsKey("#####" + _keysOfA.PublicKey[5..]));
    }

    [Fact]
    public void Connection_OlderThanAnother_IsLeftOut()
    {
        InboundPeer peer = new("b"u8.ToArray(), "b");

        Assert.True(peer.IsNewest(uint.MaxValue));
        Assert.True(peer.IsNewest(3));
        Assert.True(peer.IsNewest(3));
        Assert.False(peer.IsNewest(2));
        Assert.False(peer.IsNewest(uint.MaxValue));
    }

    private static Task UntilListedAsync(MeshNode node, string id) =>
        node.UntilAsync(() => node.Mesh.Send(id, new RouteHeader("x"), default) != SendResult.Unreachable, $"{id} is listed");

    private Socket ConnectStranger(Context context, MeshNode node, string kind)
    {
        MeshKeyPair own = MeshKeyPair.Create();
        if (kind != "no key")
        {
            return KeyedPeer.Connect(context, node.Mesh.Address, kind == "unlisted key" ? _keysOfA.PublicKey : own.PublicKey, own, id: "b");
        }

        Socket plain = KeyedPeer.Plain(context, id: "b");
        plain.Connect(node.Mesh.Address);
        return plain;
    }

    private static async Task SpeakAsync(IPEndPoint port, byte[] bytes)
    {
        using TcpClient client = new();
        await client.ConnectAsync(port);
        await client.GetStream().WriteAsync(bytes);
    }
}
