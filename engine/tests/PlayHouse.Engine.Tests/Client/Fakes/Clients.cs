using Microsoft.Extensions.Time.Testing;

namespace PlayHouse.Engine.Client.Tests.Fakes;

internal static class Clients
{
    public static readonly PlayClientOptions Options = new() { Tls = FakeServer.Trusting };

    /// <summary>Options of a client whose requests alone time out by the clock of the test.</summary>
    public static PlayClientOptions By(FakeTimeProvider clock) =>
        Options with { Clock = clock, SilenceTimeout = TimeSpan.FromDays(1), HeartbeatInterval = TimeSpan.FromDays(1) };

    /// <summary>A client that is connected and authenticated.</summary>
    public static async Task<PlayClient> JoinAsync(FakeServer server, PlayClientOptions? options = null)
    {
        PlayClient client = new(options ?? Options);
        await client.ConnectAsync(server.Uri);
        await client.AuthenticateAsync("AuthenticateRequest", 1001, "alice"u8.ToArray());
        return client;
    }

    /// <summary>The same against a server without behaviour: its first request is answered here.</summary>
    public static async Task<(PlayClient Client, FakeConnection Connection)> JoinByHandAsync(FakeServer server, PlayClientOptions? options = null)
    {
        Task<PlayClient> joining = JoinAsync(server, options);
        FakeConnection connection = await server.NextAsync();
        await connection.ReplyAsync((await connection.ReadAsync())!, []);
        return (await joining, connection);
    }

    /// <summary>The client-side error code with which a task fails.</summary>
    public static async Task<ushort> CodeAsync(Task task) =>
        (await Assert.ThrowsAsync<PlayClientException>(() => task.WaitAsync(Wait.Deadline))).ErrorCode;
}
