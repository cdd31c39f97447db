using System.Net.Sockets;
using PlayHouse.Multiplexer.Tests.Fakes;

namespace PlayHouse.Multiplexer.Tests.Strategies;

/// <summary>The end of a connection: no caller is left waiting, and no memory stays out.</summary>
public sealed class DisposalContractTests
{
    public static TheoryData<string> Names => Variants.Data(Variants.AllAndCut);

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Dispose_PeerReadsNothing_EndsEverySendAndRead(string variant)
    {
        (Socket near, Socket far) = await ConnectionPair.SocketsAsync();
        using Socket silent = far;
        MultiplexerConnection connection = MultiplexerConnection.Connect(near, Variants.Selection(variant), MultiplexerLimits.Default);
        Task<MultiplexedMessage?> reading = connection.ReadAsync().AsTask();

        // Far more than a kernel keeps for a peer that does not read.
        Task[] sending = [.. Enumerable.Range(0, 4).Select(_ => Task.Run(async () => await SendForEverAsync(connection)))];
        await Wait.UntilAsync(() => connection.ReadCounters()["mux.bytes-out"] > 0, "the first bytes");

        await connection.DisposeAsync().AsTask().WaitAsync(Wait.Deadline);
        await connection.DisposeAsync();

        foreach (Task send in sending)
        {
            await Assert.ThrowsAsync<ObjectDisposedException>(() => send.WaitAsync(Wait.Deadline));
        }

        Assert.Null(await reading.WaitAsync(Wait.Deadline));
        await Assert.ThrowsAsync<ObjectDisposedException>(async () => await connection.SendAsync("x"u8.ToArray()));
        Assert.Equal(MultiplexerFailure.None, connection.Failure);
        Assert.True(connection.Completion.IsCompletedSuccessfully);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Dispose_MessagesPartialAndUntaken_GivesTheirMemoryBack(string variant)
    {
        RecordingStream stream = new();
        MultiplexerConnection connection = MultiplexerConnection.Connect(stream, Variants.Selection(variant), MultiplexerLimits.Default);
        stream.Feed([.. Frames.Message(1, new byte[3_000]), .. Frames.Start(2, 9_000), .. Frames.Data(2, new byte[3_000])]);
        await Wait.UntilAsync(() => connection.ReadCounters() is var c && c["mux.messages-in"] == 1 && c["mux.partial-bytes-peak"] == 3_000, "both messages");

        await connection.DisposeAsync();

        Assert.Equal(0, connection.ArraysOut);
        Assert.Null(await connection.NextOrEndAsync());
    }

    /// <summary>A failure found by the reader also ends sends that wait.</summary>
    [Fact]
    public async Task Failure_WhileSendsWait_EndsThem()
    {
        RecordingStream stream = new();
        await using MultiplexerConnection connection = MultiplexerConnection.Connect(stream, Variants.Selection("default"), MultiplexerLimits.Default);
        stream.Hold();
        Task[] sending = [.. Enumerable.Range(0, 3).Select(_ => connection.SendAsync("x"u8.ToArray()).AsTask())];
        await Wait.UntilAsync(() => stream.Writes.Count > 0, "the first write");

        stream.Feed(Frames.Header(9, 9, 9));

        foreach (Task send in sending)
        {
            MultiplexerException error = await Assert.ThrowsAsync<MultiplexerException>(() => send.WaitAsync(Wait.Deadline));
            Assert.Equal(MultiplexerFailure.UnknownType, error.Reason);
        }
    }

    private static async Task SendForEverAsync(MultiplexerConnection connection)
    {
        byte[] body = new byte[1 << 20];
        while (true)
        {
            await connection.SendAsync(body);
        }
    }
}
