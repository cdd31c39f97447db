using BenchmarkDotNet.Attributes;
using PlayHouse.Engine.Strategies.MessageIds;
using PlayHouse.Engine.Tests.Strategies.MessageId;

namespace PlayHouse.Engine.Benchmarks.Seams;

/// <summary>From the bytes of a message id to its string.</summary>
public class MessageIdBenchmark() : SeamBenchmark("message-id")
{
    private const int Operations = 1024;
    private readonly byte[] _id = "EchoRequest"u8.ToArray();
    private MessageIdLookup _lookup;
    private MessageIdUse _use = new() { NewIdsLeft = 1 };

    /// <summary>The id has been seen before.</summary>
    [Benchmark(OperationsPerInvoke = Operations, Description = "the string of a known id of 11 bytes")]
    public string? Look()
    {
        string? text = null;
        for (int i = 0; i < Operations; i++)
        {
            _lookup.TryGet(_id, ref _use, out text);
        }

        return text;
    }

    /// <inheritdoc/>
    protected override void Create() => _lookup = MessageIdBox.Create(Choice);
}
