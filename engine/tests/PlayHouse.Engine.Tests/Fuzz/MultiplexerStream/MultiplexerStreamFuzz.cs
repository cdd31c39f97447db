using System.Buffers;
using PlayHouse.Engine.Strategies;
using PlayHouse.Multiplexer;
using PlayHouse.Multiplexer.Reading;
using Xunit.Abstractions;

namespace PlayHouse.Engine.Fuzz.MultiplexerStream;

/// <summary>Whatever bytes a multiplexer's peer sends, in whatever pieces they arrive: the same messages, the same failure, bounded memory, no exception.</summary>
public sealed class MultiplexerStreamFuzz(ITestOutputHelper output)
{
    private const int EverySplitUpTo = 64;
    private const int SometimesEverySplitUpTo = 256;
    private const int SometimesOneIn = 8;
    private const int RandomSplits = 2;

    // What pools give beyond what is asked for: the next power of two, a larger size when one is used up, 16 at least.
    private const int PoolFactor = 4;
    private const int SmallestArray = 64;
    private const int HintCap = 64;

    private static readonly IReadOnlyDictionary<string, StrategyChoice>[] Choices =
    [
        .. MultiplexerCatalog.Seams.Single(s => s.Id == "mux-receive").Strategies.Select(s => MultiplexerCatalog.Resolve(
            StrategySelection.Default.With(s.Seam, s.Id == "rent-from-hint" ? new StrategyChoice(s.Id, new Dictionary<string, double> { ["capBytes"] = HintCap }) : StrategyChoice.Of(s.Id)))),
    ];

    [Fact]
    public void AnyBytes_AnySplit_GiveWhatTheOracleReads() => new FuzzRun("multiplexer-stream", output).Start(FrameStreams.Next, Execute);

    private static int Execute(byte[] stream, Random random)
    {
        ReferenceStream expected = ReferenceStream.Read(stream, FrameStreams.Limits);
        int executions = 0;
        foreach (IReadOnlyDictionary<string, StrategyChoice> choices in Choices)
        {
            executions += Execute(choices, stream, expected, random);
        }

        return executions;
    }

    private static int Execute(IReadOnlyDictionary<string, StrategyChoice> choices, byte[] stream, ReferenceStream expected, Random random)
    {
        Check(choices, stream, [], expected);
        Check(choices, stream, [.. Enumerable.Range(1, stream.Length)], expected);
        if (stream.Length <= EverySplitUpTo || (stream.Length <= SometimesEverySplitUpTo && random.Next(SometimesOneIn) == 0))
        {
            for (int cut = 1; cut < stream.Length; cut++)
            {
                Check(choices, stream, [cut], expected);
            }

            return 1 + stream.Length;
        }

        for (int i = 0; i < RandomSplits; i++)
        {
            int first = random.Next(stream.Length);
            Check(choices, stream, [first, random.Next(first, stream.Length)], expected);
        }

        return 2 + RandomSplits;
    }

    private static void Check(IReadOnlyDictionary<string, StrategyChoice> choices, byte[] stream, ReadOnlySpan<int> cuts, ReferenceStream expected)
    {
        MultiplexerCounters counters = new();
        ReadyQueue ready = new(FrameStreams.Limits, counters);
        MessageReader reader = MultiplexerComposer.Reader(choices, FrameStreams.Limits, ready, counters);
        MultiplexerFailure failure = MultiplexerFailure.None;
        int at = 0;
        for (int piece = 0; piece <= cuts.Length && failure == MultiplexerFailure.None; piece++)
        {
            int until = piece < cuts.Length ? cuts[piece] : stream.Length;
            failure = reader.Consume(stream.AsSpan(at, until - at));
            at = until;
            Assert.InRange(reader.PartialBytes, 0, FrameStreams.Limits.PartialBytesMax);
            Assert.InRange(reader.ReservedBytes, 0, (PoolFactor * (long)at) + (FrameStreams.Limits.PartialMessagesMax * (SmallestArray + (PoolFactor * HintCap))));
        }

        Assert.Equal(expected.Failure, failure);
        foreach ((uint id, byte[] body) in expected.Messages)
        {
            Assert.True(ready.TryTake(out MultiplexedMessage message), "a message is missing");
            Assert.True(id == message.Id && body.AsSpan().SequenceEqual(message.Body.ToArray()), "a message differs");
            message.Dispose();
        }

        Assert.False(ready.TryTake(out _), "a message that the oracle does not know");
        Assert.True(failure != MultiplexerFailure.None || reader.IsInside == expected.IsInside, "inside or not");
        reader.Abandon();
        Assert.Equal(0, reader.ArraysOut);
    }
}
