namespace PlayHouse.Engine.Hosting.Tests.Fixtures;

/// <summary>How requests end.</summary>
internal static class RequestFailures
{
    /// <summary>The code a request failed with.</summary>
    public static async Task<ushort> CodeOfAsync(ValueTask<ServerReply> request) =>
        (await Assert.ThrowsAsync<ServerRequestException>(() => Wait.InTimeAsync(request.AsTask()))).ErrorCode;
}
