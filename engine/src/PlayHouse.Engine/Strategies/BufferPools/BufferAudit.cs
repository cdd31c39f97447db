using System.Collections.Concurrent;

namespace PlayHouse.Engine.Strategies.BufferPools;

/// <summary>
/// Finds wrong use of pooled buffers. Fills what is returned with a pattern and keeps it back for a while: a write after the
/// return spoils the pattern, a read after it sees no message, and a second return meets a count of zero instead of the
/// next owner's. Knows every buffer in use, so that leaks have a place. Slow; switched on by the runtime option
/// <see cref="SwitchName"/>, with the places of rents by <see cref="StacksSwitchName"/>. Any thread.
/// </summary>
internal sealed class BufferAudit
{
    /// <summary>Runtime option that gives every pool an audit.</summary>
    public const string SwitchName = "PlayHouse.Engine.AuditBuffers";

    /// <summary>Runtime option that also keeps the call stack of each rent.</summary>
    public const string StacksSwitchName = "PlayHouse.Engine.AuditBuffers.Stacks";

    /// <summary>
    /// Whether the runtime option asks for audits. Known before a message is handled, so that its code has no check where there are none.
    /// </summary>
    public static readonly bool IsAsked = AppContext.TryGetSwitch(SwitchName, out bool isOn) && isOn;

    /// <summary>What returned buffers are filled with. As a frame length it is negative, as an id length too long.</summary>
    public const byte Pattern = 0xDB;

    private const int QuarantineMax = 64;

    private readonly Lock _gate = new();
    private readonly Dictionary<PooledBuffer, string> _inUse = new(ReferenceEqualityComparer.Instance);
    private readonly ConcurrentQueue<PooledBuffer> _quarantine = new();
    private readonly ConcurrentQueue<string> _violations = new();
    private readonly bool _keepsStacks = AppContext.TryGetSwitch(StacksSwitchName, out bool isOn) && isOn;
    private long _keptBytes;

    public static BufferAudit? CreateIfAsked() => IsAsked ? new BufferAudit() : null;

    /// <summary>Everything wrong so far, one sentence each.</summary>
    public IReadOnlyCollection<string> Violations => _violations;

    /// <summary>Bytes of returned buffers that are kept back.</summary>
    public long KeptBytes => Volatile.Read(ref _keptBytes);

    /// <summary>Buffers in use, with the place of their rent if that is kept.</summary>
    public IReadOnlyList<string> InUse
    {
        get
        {
            lock (_gate)
            {
                return [.. _inUse.Select(b => $"{b.Key.Array.Length} bytes {b.Value}".TrimEnd())];
            }
        }
    }

    public void Rented(PooledBuffer buffer)
    {
        string place = _keepsStacks ? Environment.StackTrace : "";
        lock (_gate)
        {
            _inUse[buffer] = place;
        }
    }

    /// <summary>Books a return. Gives the buffer that has been kept back longest, if it is time to use it again.</summary>
    public PooledBuffer? Returned(PooledBuffer buffer)
    {
        bool wasInUse;
        lock (_gate)
        {
            wasInUse = _inUse.Remove(buffer);
        }

        if (!wasInUse)
        {
            Report($"A buffer of {buffer.Array.Length} bytes was returned that was not rented.");
        }

        buffer.Array.AsSpan().Fill(Pattern);
        Interlocked.Add(ref _keptBytes, buffer.Array.Length);
        _quarantine.Enqueue(buffer);
        return _quarantine.Count > QuarantineMax && _quarantine.TryDequeue(out PooledBuffer? oldest) ? Checked(oldest) : null;
    }

    public void Report(string sentence) => _violations.Enqueue(sentence);

    /// <summary>Looks at what is kept back. When nothing is in use any more.</summary>
    public void CheckQuarantine()
    {
        while (_quarantine.TryDequeue(out PooledBuffer? buffer))
        {
            Checked(buffer);
        }
    }

    private PooledBuffer Checked(PooledBuffer buffer)
    {
        Interlocked.Add(ref _keptBytes, -buffer.Array.Length);
        int spoiled = buffer.Array.AsSpan().IndexOfAnyExcept(Pattern);
        if (spoiled >= 0)
        {
            Report($"A buffer of {buffer.Array.Length} bytes was written at byte {spoiled} after its return.");
        }

        return buffer;
    }
}
