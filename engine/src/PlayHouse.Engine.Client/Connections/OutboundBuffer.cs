using System.Text;

namespace PlayHouse.Engine.Client.Connections;

/// <summary>
/// Frames on their way out: callers write into one buffer while the sender has the other on the network. No allocation per
/// message; everything that came together leaves as one write. Any thread appends, one sender takes.
/// </summary>
internal sealed class OutboundBuffer(int bytesMax) : IDisposable
{
    private const int SmallBytes = 4 * 1024;

    // A burst's buffer is not kept for the rest of the connection.
    private const int KeptBytes = 256 * 1024;

    private readonly Lock _gate = new();
    private readonly SemaphoreSlim _filled = new(0, 1);
    private byte[] _filling = new byte[SmallBytes];
    private byte[] _flying = [];
    private int _count;
    private bool _isFlying;
    private TaskCompletionSource? _taken;
    private TaskCompletionSource? _emptied;

    /// <summary>Completes when nothing waits and nothing is being written.</summary>
    public Task WhenEmptyAsync()
    {
        lock (_gate)
        {
            if (_count == 0 && !_isFlying)
            {
                return Task.CompletedTask;
            }

            _emptied ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            return _emptied.Task;
        }
    }

    /// <summary>Adds a frame; false when there is no room. The id has been checked.</summary>
    public bool TryAppend(string msgId, ushort msgSeq, long stageId, ReadOnlySpan<byte> payload)
    {
        Span<byte> id = stackalloc byte[ClientFrame.MsgIdBytesMax];
        int idBytes = Encoding.UTF8.GetBytes(msgId, id);
        int total = ClientFrame.RequestBytes(idBytes, payload.Length);
        lock (_gate)
        {
            if (_count > 0 && _count + total > bytesMax)
            {
                return false;
            }

            if (_count + total > _filling.Length)
            {
                Array.Resize(ref _filling, Math.Max(_count + total, Math.Min(2 * _filling.Length, bytesMax)));
            }

            ClientFrame.TryWriteRequest(_filling.AsSpan(_count), id[..idBytes], msgSeq, stageId, payload, out int written);
            bool wasEmpty = _count == 0;
            _count += written;
            if (wasEmpty)
            {
                _filled.Release();
            }
        }

        return true;
    }

    /// <summary>Completes when the sender has taken what waits now: then it is worth trying again.</summary>
    public Task WhenTakenAsync()
    {
        lock (_gate)
        {
            if (_count == 0)
            {
                return Task.CompletedTask;
            }

            _taken ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            return _taken.Task;
        }
    }

    /// <summary>Sender: waits for frames and takes all of them; they stay valid until the next call.</summary>
    public async ValueTask<ReadOnlyMemory<byte>> TakeAsync(CancellationToken cancellation)
    {
        Landed();
        await _filled.WaitAsync(cancellation);
        lock (_gate)
        {
            byte[] free = _flying.Length is 0 or > KeptBytes ? new byte[SmallBytes] : _flying;
            ReadOnlyMemory<byte> frames = _filling.AsMemory(0, _count);
            (_filling, _flying) = (free, _filling);
            _count = 0;
            _isFlying = true;
            _taken?.SetResult();
            _taken = null;
            return frames;
        }
    }

    public void Dispose() => _filled.Dispose();

    private void Landed()
    {
        lock (_gate)
        {
            _isFlying = false;
            if (_count == 0)
            {
                _emptied?.SetResult();
                _emptied = null;
            }
        }
    }
}
