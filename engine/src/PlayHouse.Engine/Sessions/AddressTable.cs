using System.Buffers.Binary;
using System.Net;
using PlayHouse.Engine.Timers;

namespace PlayHouse.Engine.Sessions;

/// <summary>
/// What counts as one remote address: an IPv4 address, or the upper 64 bits of an IPv6 address, because a single host is
/// commonly given all of the lower ones.
/// </summary>
internal readonly record struct AddressKey(ulong Bits, bool IsVersion6)
{
    /// <summary>Key of an end point; anything that is not an IP end point shares one key.</summary>
    public static AddressKey Of(IPAddress? address)
    {
        if (address is null)
        {
            return default;
        }

        Span<byte> bytes = stackalloc byte[16];
        if (address.IsIPv4MappedToIPv6)
        {
            address.TryWriteBytes(bytes, out _);
            return new AddressKey(BinaryPrimitives.ReadUInt32BigEndian(bytes[12..]), false);
        }

        address.TryWriteBytes(bytes, out int written);
        return written == 4
            ? new AddressKey(BinaryPrimitives.ReadUInt32BigEndian(bytes), false)
            : new AddressKey(BinaryPrimitives.ReadUInt64BigEndian(bytes), true);
    }
}

/// <summary>Sessions and rates of one remote address.</summary>
internal sealed class AddressEntry(AddressKey key, EngineLimits limits, long nowMs)
{
    /// <summary>Which address.</summary>
    public AddressKey Key { get; } = key;

    /// <summary>Places taken; guarded by the table.</summary>
    public int Connections { get; set; }

    /// <summary>When the last place was freed; guarded by the table.</summary>
    public long EmptySinceMs { get; set; }

    /// <summary>Messages of all its sessions; null when not limited.</summary>
    public TokenBucket? Messages { get; } = TokenBucket.For(limits.MessagesPerSecondPerAddressMax, nowMs);

    /// <summary>Bytes of all its sessions; null when not limited.</summary>
    public TokenBucket? Bytes { get; } = TokenBucket.For(limits.BytesPerSecondPerAddressMax, nowMs);
}

/// <summary>Remote addresses with connections. Any thread; used once per connection.</summary>
internal sealed class AddressTable(EngineLimits limits, EngineClock clock)
{
    /// <summary>An address without connections is remembered this long where rates are limited: coming back must not refill its buckets.</summary>
    private const long ForgetAfterMs = 5_000;

    private readonly Lock _gate = new();
    private readonly Dictionary<AddressKey, AddressEntry> _entries = [];
    private readonly bool _remembers = limits.MessagesPerSecondPerAddressMax > 0 || limits.BytesPerSecondPerAddressMax > 0;

    /// <summary>Addresses known.</summary>
    public int Count
    {
        get
        {
            lock (_gate)
            {
                return _entries.Count;
            }
        }
    }

    /// <summary>Takes a place for a connection of <paramref name="key"/>; null at the limit.</summary>
    public AddressEntry? TryTake(AddressKey key)
    {
        lock (_gate)
        {
            if (!_entries.TryGetValue(key, out AddressEntry? entry))
            {
                entry = new AddressEntry(key, limits, clock.NowMs);
                _entries.Add(key, entry);
            }

            if (entry.Connections >= limits.ConnectionsPerAddressMax)
            {
                return null;
            }

            entry.Connections++;
            return entry;
        }
    }

    /// <summary>Frees a place.</summary>
    public void Free(AddressEntry entry)
    {
        lock (_gate)
        {
            if (--entry.Connections > 0)
            {
                return;
            }

            entry.EmptySinceMs = clock.NowMs;
            if (!_remembers)
            {
                _entries.Remove(entry.Key);
            }
        }
    }

    /// <summary>Forgets addresses that have had no connection for a while.</summary>
    public void Sweep(long nowMs)
    {
        if (!_remembers)
        {
            return;
        }

        lock (_gate)
        {
            foreach (AddressEntry entry in _entries.Values)
            {
                if (entry.Connections == 0 && nowMs - entry.EmptySinceMs > ForgetAfterMs)
                {
                    // Removing during enumeration is allowed for this dictionary.
                    _entries.Remove(entry.Key);
                }
            }
        }
    }
}
