using PlayHouse.Engine.Strategies;
using PlayHouse.Multiplexer.Tests.Fakes;
using PlayHouse.Multiplexer.Tests.Strategies;

namespace PlayHouse.Multiplexer.Tests.Wire;

/// <summary>The bytes of the protocol, whatever strategies write or read them.</summary>
public sealed class GoldenVectorTests
{
    private const uint Id = 0x01020304;
    private const string Abc = "010102030400000003030102030400000003616263020102030400000000";
    private const string AbcWithoutSize = "010102030400000000030102030400000003616263020102030400000000";
    private const string Empty = "010102030400000000020102030400000000";

    public static TheoryData<string> Names => Variants.Data(Variants.All);

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Send_AnyVariant_WritesTheVector(string variant)
    {
        RecordingStream stream = new();
        await using MultiplexerConnection connection = MultiplexerConnection.Connect(stream, Variants.Selection(variant), MultiplexerLimits.Default, Id);

        await connection.SendAsync("abc"u8.ToArray());

        Assert.Equal(variant is "mux-optimized" ? AbcWithoutSize : Abc, Convert.ToHexStringLower(stream.Written));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task SendEmpty_AnyVariant_WritesStartAndEnd(string variant)
    {
        RecordingStream stream = new();
        await using MultiplexerConnection connection = MultiplexerConnection.Connect(stream, Variants.Selection(variant), MultiplexerLimits.Default, Id);

        await connection.SendAsync(default);

        Assert.Equal(Empty, Convert.ToHexStringLower(stream.Written));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Receive_AnyVariant_ReadsTheVectors(string variant)
    {
        RecordingStream stream = new();
        await using MultiplexerConnection connection = MultiplexerConnection.Connect(stream, Variants.Selection(variant), MultiplexerLimits.Default);

        stream.Feed(Convert.FromHexString(Abc + AbcWithoutSize + Empty));
        stream.EndFeed();

        Assert.Equal("abc"u8.ToArray(), await connection.NextAsync());
        Assert.Equal("abc"u8.ToArray(), await connection.NextAsync());
        Assert.Empty(await connection.NextAsync());
        Assert.Null(await connection.NextOrEndAsync());
        Assert.Equal(MultiplexerFailure.None, connection.Failure);
    }

    [Theory]
    [InlineData("fixed-1k")]
    [InlineData("table")]
    [InlineData("fixed-64k")]
    [InlineData("whole")]
    public async Task StartSize_Off_StartCarriesZero(string chunk)
    {
        RecordingStream stream = new();
        StrategySelection selection = StrategySelection.Default.With("mux-chunk", Variants.Choice(chunk, ("startSize", 0)));
        await using MultiplexerConnection connection = MultiplexerConnection.Connect(stream, selection, MultiplexerLimits.Default, Id);

        await connection.SendAsync("abc"u8.ToArray());

        Assert.Equal(AbcWithoutSize, Convert.ToHexStringLower(stream.Written));
    }

    /// <summary>First and last id are ids like any other, and the next id after the last is the first.</summary>
    [Fact]
    public async Task Ids_AtTheirEnds_AreLegal()
    {
        RecordingStream stream = new();
        await using MultiplexerConnection sender = MultiplexerConnection.Connect(stream, StrategySelection.Default, MultiplexerLimits.Default, uint.MaxValue);
        await sender.SendAsync("a"u8.ToArray());
        await sender.SendAsync("b"u8.ToArray());
        Assert.Equal([uint.MaxValue, 0u], Frames.Parse(stream.Written).Where(f => f.Type == 1).Select(f => f.Id));

        RecordingStream back = new();
        await using MultiplexerConnection receiver = MultiplexerConnection.Connect(back, StrategySelection.Default, MultiplexerLimits.Default);
        back.Feed(stream.Written);
        Assert.Equal("a"u8.ToArray(), await receiver.NextAsync());
        Assert.Equal("b"u8.ToArray(), await receiver.NextAsync());
    }
}
