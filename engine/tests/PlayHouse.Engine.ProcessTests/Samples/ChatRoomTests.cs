namespace PlayHouse.Samples.Tests;

/// <summary>Two people in a room, each a process with a terminal.</summary>
public sealed class ChatRoomTests
{
    [Fact]
    public async Task TwoPeople_TalkWhisperAndLeave()
    {
        await using SampleProcess server = SampleProcess.StartSample("ChatRoom", ["server", "--port", "0"]);
        string port = (await server.LineAsync("listening on port ")).Split(' ')[^1];
        await using SampleProcess alice = Join(port, "alice");
        await alice.LineAsync("You are in room 1 as alice");
        await using SampleProcess bob = Join(port, "bob");
        await alice.LineAsync("* bob came in");

        await alice.Input.WriteLineAsync("hello room");
        await bob.LineAsync("alice: hello room");
        await bob.Input.WriteLineAsync("/w alice just you");
        await alice.LineAsync("bob (to you): just you");
        await bob.Input.WriteLineAsync("/w dave hi");
        await bob.LineAsync("dave is not here.");
        await alice.Input.WriteLineAsync("/team red");
        await alice.LineAsync("members of your team: 1");
        await bob.Input.WriteLineAsync("/team red");
        await bob.LineAsync("members of your team: 2");
        await bob.Input.WriteLineAsync("/t go left");
        await alice.LineAsync("bob (team): go left");
        await alice.Input.WriteLineAsync("/who");
        await alice.LineAsync("here: alice, bob");
        await bob.Input.WriteLineAsync("/quit");

        Assert.Equal(0, await bob.ExitAsync());
        await alice.LineAsync("* bob left");
        await using SampleProcess carol = Join(port, "carol");
        await carol.LineAsync("alice: hello room");
    }

    [Fact]
    public async Task ServerStop_IsToldToThePeople()
    {
        await using SampleProcess server = SampleProcess.StartSample("ChatRoom", ["server", "--port", "0"]);
        string port = (await server.LineAsync("listening on port ")).Split(' ')[^1];
        await using SampleProcess alice = Join(port, "alice");
        await alice.LineAsync("You are in room 1 as alice");

        server.Signal("TERM");

        Assert.Equal(0, await server.ExitAsync());
        Assert.Equal(1, await alice.ExitAsync());
        await alice.LineAsync("* the server is about to stop");
        await alice.LineAsync("The server has closed the connection.");
    }

    private static SampleProcess Join(string port, string name) =>
        SampleProcess.StartSample("ChatRoom", ["client", "--port", port, "--room", "1", "--name", name]);
}
