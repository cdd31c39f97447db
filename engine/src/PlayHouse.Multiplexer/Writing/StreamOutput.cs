using System.Runtime.CompilerServices;

namespace PlayHouse.Multiplexer.Writing;

/// <summary>Any stream. It knows no vectored write: small pieces are copied together, large ones are written one by one.</summary>
internal sealed class StreamOutput(Stream stream, MultiplexerCounters counters, CancellationToken stop) : ByteOutput(counters)
{
    /// <summary>Largest sum of pieces that is copied: below it a copy costs less than a call.</summary>
    public const int CopyBytesMax = 16 * 1024;

    private byte[]? _copy;

    public override void Dispose()
    {
    }

    protected override ValueTask SendAsync(ReadOnlyMemory<byte> bytes)
    {
        CountWrite();
        return stream.WriteAsync(bytes, stop);
    }

    protected override ValueTask SendAsync(ReadOnlyMemory<byte> first, ReadOnlyMemory<byte> second, ReadOnlyMemory<byte> third)
    {
        int bytes = first.Length + second.Length + third.Length;
        if (bytes > CopyBytesMax)
        {
            return OneByOneAsync(first, second, third);
        }

        _copy ??= new byte[CopyBytesMax];
        first.CopyTo(_copy);
        second.CopyTo(_copy.AsMemory(first.Length));
        third.CopyTo(_copy.AsMemory(first.Length + second.Length));
        return SendAsync(_copy.AsMemory(0, bytes));
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask OneByOneAsync(ReadOnlyMemory<byte> first, ReadOnlyMemory<byte> second, ReadOnlyMemory<byte> third)
    {
        await SendAsync(first).ConfigureAwait(false);
        await SendAsync(second).ConfigureAwait(false);
        if (!third.IsEmpty)
        {
            await SendAsync(third).ConfigureAwait(false);
        }
    }
}
