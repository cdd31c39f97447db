using PlayHouse.Engine.IntegrationTests.Fixtures;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>Stages that run one after the other on the thread of the poster.</summary>
public sealed class InlineSchedulerTests
{
    private static readonly AsyncLocal<string?> Ambient = new();

    [Fact]
    public async Task AmbientOfAHandler_EndsWithItsRun()
    {
        TaskCompletionSource<(string? Seen, bool IsSameThread)> other = new();
        RoomScript script = new()
        {
            Handle = (room, member, packet) =>
            {
                int thread = Environment.CurrentManagedThreadId;
                room.Script.Rooms[2].Link.Post(() =>
                {
                    other.TrySetResult((Ambient.Value, Environment.CurrentManagedThreadId == thread));
                    return default;
                });
                Ambient.Value = packet.MsgId;
                member.Link.Reply("Done", default);
                return default;
            },
        };
        await using RoomServer server = await RoomServer.StartAsync(script, strategies: StrategySelection.Default.With("scheduler", "inline"));
        await using RawClient bystander = await server.JoinAsync(2, "bob");
        await using RawClient client = await server.JoinAsync(1, "alice");

        // While another thread still ends the run that admitted bob, the room stays with that thread: asked again, it is idle.
        bool isSameThread = false;
        for (int asked = 0; !isSameThread; asked++)
        {
            Assert.True(asked < 1_000, "the room never ran on the thread that posted to it");
            other = new(TaskCreationOptions.RunContinuationsAsynchronously);
            Assert.Equal("Done", (await client.RequestAsync("Set", 1)).MsgId);
            (string? seen, isSameThread) = await other.Task.WaitAsync(TimeSpan.FromSeconds(60));
            Assert.Null(seen);
        }
    }
}
