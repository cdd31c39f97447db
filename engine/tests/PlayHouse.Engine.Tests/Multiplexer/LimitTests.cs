using System.Xml.Linq;
using PlayHouse.Engine.Strategies;
using PlayHouse.Multiplexer.Tests.Fakes;

namespace PlayHouse.Multiplexer.Tests;

/// <summary>Limits of the sending side; those of the receiving side are met by malformed input, back-pressure and calls.</summary>
public sealed class LimitTests
{
    [Fact]
    public async Task MessageBytesMax_OneBeyond_IsRefusedToTheSender()
    {
        RecordingStream stream = new();
        await using MultiplexerConnection connection = MultiplexerConnection.Connect(stream, StrategySelection.Default, MultiplexerLimits.Default);

        await connection.SendAsync(new byte[10_485_760]);
        await Assert.ThrowsAsync<ArgumentException>(async () => await connection.SendAsync(new byte[10_485_761]));

        Assert.Equal(1, connection.ReadCounters()["mux.too-large-refused"]);
        await connection.SendAsync("still here"u8.ToArray());
    }

    [Theory]
    [InlineData(2, 1_000)]
    [InlineData(100, 200)]
    public async Task SendsAndBytes_OneBeyond_AreRefusedAsBusyAndFreedLater(int sendsMax, int sendBytesMax)
    {
        RecordingStream stream = new();
        MultiplexerLimits limits = new() { SendsMax = sendsMax, SendBytesMax = sendBytesMax };
        await using MultiplexerConnection connection = MultiplexerConnection.Connect(stream, StrategySelection.Default, limits);
        stream.Hold();
        Task[] admitted = [connection.SendAsync(new byte[100]).AsTask(), connection.SendAsync(new byte[100]).AsTask()];

        MultiplexerException refused = await Assert.ThrowsAsync<MultiplexerException>(async () => await connection.SendAsync(new byte[1]));

        Assert.Equal(MultiplexerFailure.Busy, refused.Reason);
        Assert.Equal(MultiplexerFailure.None, connection.Failure);
        Assert.Equal(1, connection.ReadCounters()["mux.sends-refused"]);
        Assert.Equal(1, connection.ReadCounters()["fails.busy"]);
        stream.LetGo();
        await Task.WhenAll(admitted).WaitAsync(Wait.Deadline);
        await connection.SendAsync(new byte[5_000]);
    }

    [Fact]
    public async Task WriteStallTimeout_PeerTakesNothing_FailsTheConnection()
    {
        RecordingStream stream = new();
        MultiplexerLimits limits = new() { WriteStallTimeout = TimeSpan.FromMilliseconds(50) };
        await using MultiplexerConnection connection = MultiplexerConnection.Connect(stream, StrategySelection.Default, limits);
        stream.Hold();

        MultiplexerException error = await Assert.ThrowsAsync<MultiplexerException>(() => connection.SendAsync("x"u8.ToArray()).AsTask().WaitAsync(Wait.Deadline));

        Assert.Equal(MultiplexerFailure.WriteStall, error.Reason);
        Assert.Equal(1, connection.ReadCounters()["fails.write-stall"]);
    }

    [Fact]
    public void Validate_EveryValueWrong_TellsEachOne()
    {
        MultiplexerLimits wrong = new()
        {
            MessageBytesMax = 0,
            PartialMessagesMax = 0,
            PartialBytesMax = -1,
            ReadyMessagesMax = 0,
            ReadyBytesMax = 0,
            SendsMax = 0,
            SendBytesMax = 0,
            ReceiveBufferBytes = 0,
            WriteStallTimeout = TimeSpan.Zero,
            CallsMax = 0,
            HandlersMax = 0,
            CallNameBytesMax = 0,
            CallTimeout = TimeSpan.MaxValue,
        };

        IReadOnlyList<string> errors = wrong.Validate();

        Assert.All(typeof(MultiplexerLimits).GetProperties().Where(p => p.GetMethod!.IsStatic == false && p.Name != "EqualityContract"),
            property => Assert.Contains(errors, e => e.StartsWith($"{property.Name} is ", StringComparison.Ordinal)));
        Assert.Empty(MultiplexerLimits.Default.Validate());
        Assert.Contains("PartialBytesMax", Assert.Single(new MultiplexerLimits { PartialBytesMax = 10_485_759 }.Validate()), StringComparison.Ordinal);
    }

    /// <summary>Every limit says what happens there, with a counter that exists; only sizes that bound nothing have none.</summary>
    [Fact]
    public void Documentation_EveryLimit_NamesReactionAndCounter()
    {
        XDocument documentation = XDocument.Load(Path.Combine(AppContext.BaseDirectory, "PlayHouse.Multiplexer.xml"));
        foreach (string name in typeof(MultiplexerLimits).GetProperties().Where(p => p.GetMethod!.IsStatic == false && p.Name is not (nameof(MultiplexerLimits.ReceiveBufferBytes) or "EqualityContract")).Select(p => p.Name))
        {
            XElement summary = documentation.Descendants("member").Single(m => (string?)m.Attribute("name") == $"P:PlayHouse.Multiplexer.MultiplexerLimits.{name}").Element("summary")!;
            Assert.Contains("Reaction:", summary.Value, StringComparison.Ordinal);
            string[] counters = [.. summary.Elements("c").Select(c => c.Value)];
            Assert.True(counters.Length > 0 || summary.Value.Contains("as for", StringComparison.Ordinal), name);
            Assert.All(counters, c => Assert.Contains(c, MultiplexerCounterNames.All));
        }
    }
}
