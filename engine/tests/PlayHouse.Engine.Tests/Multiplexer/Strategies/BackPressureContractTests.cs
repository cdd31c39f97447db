using PlayHouse.Multiplexer.Tests.Fakes;

namespace PlayHouse.Multiplexer.Tests.Strategies;

/// <summary>A reader that takes nothing stops its peer instead of growing.</summary>
public sealed class BackPressureContractTests
{
    private const int Messages = 512;
    private const int MessageBytes = 32 * 1024;
    private const int ReadyBytesMax = 256 * 1024;
    private const int ReceiveBytes = 64 * 1024;

    public static TheoryData<string> Names => Variants.Data(Variants.AllAndCut);

    [Theory]
    [MemberData(nameof(Names))]
    public async Task NobodyTakes_ByBytes_PausesAndThenDeliversEverything(string variant)
    {
        MultiplexerLimits limits = new() { ReadyBytesMax = ReadyBytesMax };
        await using ConnectionPair pair = await ConnectionPair.OpenAsync("socket", Variants.Selection(variant), MultiplexerLimits.Default, limits);
        Task sending = Task.Run(async () =>
        {
            for (int i = 0; i < Messages; i++)
            {
                await pair.Near.SendAsync(Bodies.Make(0, i, MessageBytes));
            }
        });
        await Wait.UntilAsync(() => pair.Far.ReadCounters()["mux.reader-pauses"] > 0, "the pause");

        for (int i = 0; i < Messages; i++)
        {
            Assert.Equal((0, i), Bodies.Check(await pair.Far.NextAsync()));
        }

        await sending.WaitAsync(Wait.Deadline);
        Assert.InRange(pair.Far.ReadCounters()["mux.ready-bytes-peak"], ReadyBytesMax, ReadyBytesMax + ReceiveBytes + MessageBytes);
    }

    [Fact]
    public async Task NobodyTakes_ByCount_PausesUntilHalfIsTaken()
    {
        RecordingStream stream = new();
        MultiplexerLimits limits = new() { ReadyMessagesMax = 4 };
        await using MultiplexerConnection connection = MultiplexerConnection.Connect(stream, Variants.Selection("default"), limits);
        for (uint i = 0; i < 8; i++)
        {
            // One receive each: the limit is looked at after every receive.
            stream.Feed(Frames.Message(i, (byte)i));
        }

        await Wait.UntilAsync(() => connection.ReadCounters()["mux.reader-pauses"] == 1, "the pause");
        Assert.Equal(4, connection.ReadCounters()["mux.messages-in"]);
        Assert.Equal([0], await connection.NextAsync());
        Assert.Equal(4, connection.ReadCounters()["mux.messages-in"]);
        for (byte i = 1; i < 8; i++)
        {
            Assert.Equal([i], await connection.NextAsync());
        }
    }
}
