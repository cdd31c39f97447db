using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.MessageIds;
using Xunit.Abstractions;

namespace PlayHouse.Engine.Fuzz.RequestStream;

/// <summary>Whatever bytes a client sends, in whatever pieces they arrive: the same requests, the same end, no exception, no buffer lost.</summary>
public sealed class RequestStreamFuzz(ITestOutputHelper output)
{
    private const int EverySplitUpTo = 64;
    private const int SometimesEverySplitUpTo = 256;
    private const int SometimesOneIn = 8;
    private const int RandomSplits = 4;

    [Fact]
    public void AnyBytes_AnySplit_GiveWhatTheOracleReads()
    {
        BufferAudit audit = new();
        BufferPool pool = new(1 << 20, audit);
        StreamReader reader = new(pool, new MessageIdTable(64));
        new FuzzRun("request-stream", output).Start(RequestStreams.Next, (stream, random) => Execute(reader, stream, random));

        audit.CheckQuarantine();
        Assert.Empty(audit.Violations);
        Assert.Equal(pool.Rented, pool.Returned);
    }

    private static int Execute(StreamReader reader, byte[] stream, Random random)
    {
        (List<ReferenceRequest> expected, StreamEnd end) = ReferenceParser.Parse(stream, RequestStreams.BodyBytesMax);
        reader.Check(stream, [], expected, end);
        reader.Check(stream, [.. Enumerable.Range(1, stream.Length)], expected, end);
        if (stream.Length <= EverySplitUpTo || (stream.Length <= SometimesEverySplitUpTo && random.Next(SometimesOneIn) == 0))
        {
            for (int cut = 1; cut < stream.Length; cut++)
            {
                reader.Check(stream, [cut], expected, end);
            }

            return 1 + stream.Length;
        }

        for (int i = 0; i < RandomSplits; i++)
        {
            int first = random.Next(stream.Length);
            reader.Check(stream, [first, random.Next(first, stream.Length)], expected, end);
        }

        return 2 + RandomSplits;
    }
}
