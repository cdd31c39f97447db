namespace PlayHouse.Lab.Profiling.Capture;

/// <summary>
/// Copies the event stream to a file on a task of its own. It never stops reading before the stream ends: a target whose
/// stream is not read loses events and hangs in its stop.
/// </summary>
internal sealed class TraceDrain : IDisposable
{
    private const int ChunkBytes = 1 << 16;

    private readonly CancellationTokenSource _abort = new();
    private readonly FileStream _file;
    private readonly long _fileBytesMax;
    private Task _copy = Task.CompletedTask;
    private long _bytes;

    private TraceDrain(FileStream file, long fileBytesMax)
    {
        _file = file;
        _fileBytesMax = fileBytesMax;
        Path = file.Name;
    }

    public string Path { get; }

    public long Bytes => Volatile.Read(ref _bytes);

    /// <summary>Why the file is not whole; null when it is as far as the drain can tell.</summary>
    public string? Problem { get; private set; }

    public static TraceDrain Start(Stream events, FileStream file, long fileBytesMax)
    {
        var drain = new TraceDrain(file, fileBytesMax);
        drain._copy = Task.Run(() => drain.CopyAsync(events));
        return drain;
    }

    /// <summary>Waits for the end of the stream; at cancellation cuts it. False when it was cut. Closes the file.</summary>
    public async Task<bool> FinishAsync(CancellationToken cancellationToken)
    {
        bool isWhole = true;
        try
        {
            await _copy.WaitAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            isWhole = false;
            await _abort.CancelAsync().ConfigureAwait(false);
            await _copy.ConfigureAwait(false);
        }
        return isWhole;
    }

    public void Dispose() => _abort.Dispose();

    private async Task CopyAsync(Stream events)
    {
        byte[] chunk = new byte[ChunkBytes];
        await using (_file.ConfigureAwait(false))
        {
            while (true)
            {
                int count;
                try
                {
                    count = await events.ReadAsync(chunk, _abort.Token).ConfigureAwait(false);
                }
                catch (Exception error) when (error is IOException or OperationCanceledException or ObjectDisposedException)
                {
                    // A killed target resets the connection; the container check of the reader finds the cut.
                    return;
                }
                if (count == 0)
                    return;
                if (Problem is null)
                    await WriteAsync(chunk.AsMemory(0, count)).ConfigureAwait(false);
            }
        }
    }

    private async Task WriteAsync(ReadOnlyMemory<byte> data)
    {
        if (_bytes + data.Length > _fileBytesMax)
        {
            Problem = $"The trace grew past {_fileBytesMax} bytes and is cut. Trace a shorter window.";
            return;
        }
        try
        {
            await _file.WriteAsync(data).ConfigureAwait(false);
            Volatile.Write(ref _bytes, _bytes + data.Length);
        }
        catch (IOException error)
        {
            Problem = $"The trace file could not be written: {error.Message}";
        }
    }
}
