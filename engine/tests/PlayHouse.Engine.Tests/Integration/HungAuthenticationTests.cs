using PlayHouse.Engine.IntegrationTests.Fixtures;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>A check of the game that hangs costs the clients it was asked for, and no others.</summary>
public sealed class HungAuthenticationTests
{
    [Fact]
    public async Task ClosedClients_OfAHungCheck_FreeTheirPlaces()
    {
        ManualClock clock = new();
        await using GameServer server = await GameServer.StartAsync(new EngineLimits { ConnectionsMax = 8, AuthenticationTimeout = TimeSpan.FromSeconds(1) }, clock: clock);
        for (int i = 0; i < 2; i++)
        {
            RawClient waiting = await server.ConnectAsync();
            await waiting.SendAsync(GameServer.AuthenticateId, 1, "slow");
            await server.UntilAsync(() => server.Log.CountOf("actor.create") == i + 1, "the check has begun");
            await waiting.DisposeAsync();
        }

        clock.Advance(1_000);
        Assert.Equal(0, server.Counter("closes.authentication-timeout"));
        clock.Advance(250);
        Assert.Equal(2, server.Counter("closes.authentication-timeout"));
        await server.UntilAsync(() => server.Counter("sessions") == 0, "neither holds a place");

        Assert.Equal(2, server.Server.Engine.HungAuthentications.Count);
        server.Log.Gate.SetResult();
        await server.UntilAsync(() => server.Server.Engine.HungAuthentications.IsEmpty, "the checks have ended");
    }
}
