using BenchmarkDotNet.Attributes;
using PlayHouse.Engine.Benchmarks.Seams;
using PlayHouse.Engine.Strategies;
using PlayHouse.Multiplexer;

namespace PlayHouse.Engine.Benchmarks.Multiplexer;

/// <summary>
/// Whole messages between two connections of the multiplexer over a byte stream in memory, one seam changed. The stream's
/// copies are part of the figure and the same for all strategies.
/// </summary>
/// <param name="seam">Id of the seam.</param>
public abstract class MuxBenchmark(string seam) : SeamBenchmark(seam)
{
    private const int Messages = 32;
    private MultiplexerConnection _near = null!;
    private MultiplexerConnection _far = null!;
    private byte[] _body = [];

    /// <summary>Bytes of a message.</summary>
    [Params(64, 1024, 64 * 1024, 1024 * 1024)]
    public int Bytes { get; set; }

    /// <summary>One message under way at a time.</summary>
    [Benchmark(OperationsPerInvoke = Messages, Description = "send a message, read it whole at the other end")]
    public async Task<long> TransferAsync()
    {
        long bytes = 0;
        for (int i = 0; i < Messages; i++)
        {
            ValueTask sending = _near.SendAsync(_body);
            using MultiplexedMessage message = await _far.ReadAsync() ?? throw new InvalidOperationException($"The connection ended: {_far.Failure}.");
            bytes += message.Body.Length;
            await sending;
        }

        return bytes;
    }

    /// <inheritdoc/>
    protected override void Create()
    {
        StrategySelection selection = StrategySelection.Default.With(Seam, Choice);
        InMemoryDuplex stream = new();
        _near = MultiplexerConnection.Connect(stream.Near.Input, stream.Near.Output, selection, MultiplexerLimits.Default);
        _far = MultiplexerConnection.Connect(stream.Far.Input, stream.Far.Output, selection, MultiplexerLimits.Default);
        _body = new byte[Bytes];
    }

    /// <inheritdoc/>
    protected override void Release()
    {
        _near.DisposeAsync().AsTask().GetAwaiter().GetResult();
        _far.DisposeAsync().AsTask().GetAwaiter().GetResult();
    }
}
