using System.Collections.Concurrent;
using PlayHouse.Engine.IntegrationTests.Fixtures;
using PlayHouse.Engine.Tests.Fixtures;
using Xunit.Abstractions;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>Old connections alive, dead or deaf against new ones, joining and leaving at once.</summary>
public sealed class ReconnectRaceTests(ITestOutputHelper output)
{
    private const int Accounts = 8;
    private static readonly int RacesPerAccount = SoakSize.Or(1_600) / Accounts;

    private enum Old
    {
        Alive,
        Dead,
        HalfOpen,
    }

    [Fact]
    public async Task Races_OfConnections_LeaveOneLiveBindingPerAccount()
    {
        Truth truth = new();
        RoomScript script = new()
        {
            Joining = truth.Joining,
            ConnectionChanged = truth.ConnectionChanged,
            Destroyed = truth.Destroyed,
            Handle = (room, member, packet) => packet.MsgId == "Who" ? truth.Who(member) : Room.EchoAsync(room, member, packet),
        };
        await using RoomServer server = await RoomServer.StartAsync(script);
        await using RawClient holder = await server.JoinAsync(1, "holder");

        await Task.WhenAll(Enumerable.Range(0, Accounts).Select(a => RaceAsync(server, truth, "a" + a)));

        await server.UntilAsync(() => server.Counter("sessions") == 1, "only the holder is connected");
        await server.RoomOf(1).OnStageAsync(() => 0);
        Assert.Empty(truth.Violations);
        Assert.Equal(0, server.Counter("engine.faults"));
        Assert.True(server.Counter("closes.replaced") > 0);
        output.WriteLine($"{Accounts * RacesPerAccount:N0} races, {server.Counter("reconnects"):N0} reconnects, {server.Counter("closes.replaced"):N0} replaced, {server.Counter("closes.left-stage"):N0} left");
    }

    private static async Task RaceAsync(RoomServer server, Truth truth, string account)
    {
        for (int race = 0; race < RacesPerAccount; race++)
        {
            Old old = (Old)(race % 3);
            bool leaves = race / 3 % 2 == 1;
            RawClient first = await server.JoinAsync(1, account);
            IActorLink link = truth.Members[account].Link;
            if (old == Old.Dead)
            {
                await first.DisposeAsync();
            }
            else if (old == Old.Alive)
            {
                await first.SendAsync("Echo", 0);
            }

            // A half-open connection neither ends nor reads what it is sent.
            RawClient[] racers = [await server.ConnectAsync(), await server.ConnectAsync()];
            Task leaving = leaves ? Task.Run(async () => await link.LeaveStageAsync()) : Task.CompletedTask;
            Reply?[] replies = await Task.WhenAll(racers.Select(r => Task.Run(() => RoomServer.AuthenticateAsync(r, account))));
            await leaving;
            await server.RoomOf(1).OnStageAsync(() => 0);
            int alive = 0;
            for (int i = 0; i < racers.Length; i++)
            {
                alive += replies[i] is { ErrorCode: ErrorCodes.Success } && await AnswersAsync(racers[i], truth, account) ? 1 : 0;
            }

            truth.Check(alive <= 1, $"{account}: {alive} connections are served");
            truth.Check(alive == 1 || leaves, $"{account}: no connection is served, and no client left");
            await first.DisposeAsync();
            foreach (RawClient racer in racers)
            {
                await racer.DisposeAsync();
            }
        }
    }

    /// <summary>True when the connection is the account's; a replaced one ends instead of answering.</summary>
    private static async Task<bool> AnswersAsync(RawClient client, Truth truth, string account)
    {
        try
        {
            await client.SendAsync("Who", 9);
        }
        catch (System.Net.Sockets.SocketException)
        {
            return false;
        }

        Reply? reply = await client.TryReadAsync();
        if (reply is null)
        {
            return false;
        }

        truth.Check(reply.MsgSeq == 9 && reply.Text == account, $"{account}: {reply.MsgId} {reply.Text}");
        return true;
    }

    /// <summary>What the game sees, checked as it happens. Called on the stage, except by the test.</summary>
    private sealed class Truth
    {
        private readonly HashSet<Member> _connected = [];

        public ConcurrentDictionary<string, Member> Members { get; } = new();

        public ConcurrentQueue<string> Violations { get; } = new();

        public void Check(bool holds, string violation)
        {
            if (!holds)
            {
                Violations.Enqueue(violation);
            }
        }

        public ValueTask Joining(Room room, Member member)
        {
            Check(Members.TryAdd(member.Account, member), $"{member.Account} joins although it is a member");
            _connected.Add(member);
            return default;
        }

        public ValueTask ConnectionChanged(Room room, Member member, bool isConnected)
        {
            Check(Members.GetValueOrDefault(member.Account) == member, $"{member.Account}: a connection of an actor that is no member");
            Check(isConnected ? _connected.Add(member) || true : _connected.Remove(member), $"{member.Account} is disconnected twice");
            return default;
        }

        public ValueTask Destroyed(Member member)
        {
            // Actors that were made for a reconnect were never members.
            Members.TryRemove(new KeyValuePair<string, Member>(member.Account, member));
            return default;
        }

        public ValueTask Who(Member member)
        {
            Check(Members.GetValueOrDefault(member.Account) == member, $"{member.Account}: a message of an actor that is no member");
            member.Link.Reply("Who", System.Text.Encoding.UTF8.GetBytes(member.Account));
            return default;
        }
    }
}
