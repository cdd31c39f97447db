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

/// <summary>Sessions, rates and refused authentications of one remote address.</summary>
internal sealed class AddressEntry(AddressKey key, EngineLimits limits, long nowMs)
{
    /// <summary>Time in which refused authentications are counted together.</summary>
    public const long RefusalWindowMs = 60_000;

    private readonly Lock _gate = new();
    private int _refusals;
    private long _refusalsFromMs;

    public AddressKey Key { get; } = key;

    /// <summary>Places taken; guarded by the table.</summary>
    public int Connections { get; set; }

    /// <summary>When the last place was freed; guarded by the table.</summary>
    public long EmptySinceMs { get; set; }

    /// <summary>Messages of all its sessions; null when not limited.</summary>
    public TokenBucket? Messages { get; } = TokenBucket.For(limits.MessagesPerSecondPerAddressMax, nowMs);

    /// <summary>Bytes of all its sessions; null when not limited.</summary>
    public TokenBucket? Bytes { get; } = TokenBucket.For(limits.BytesPerSecondPerAddressMax, nowMs);

    /// <summary>Refused authentications of the minute that runs. Any thread.</summary>
    public int Refusals(long now)
    {
        lock (_gate)
        {
            return now - _refusalsFromMs < RefusalWindowMs ? _refusals : 0;
        }
    }

    /// <summary>An authentication was refused. The first one after a minute begins the next minute. Any thread.</summary>
    public void CountRefusal(long now)
    {
        lock (_gate)
        {
            if (_refusals == 0 || now - _refusalsFromMs >= RefusalWindowMs)
            {
                _refusals = 0;
                _refusalsFromMs = now;
            }

            _refusals++;
        }
    }
}

/// <summary>Remote addresses with connections. Any thread; used once per connection.</summary>
internal sealed class AddressTable(EngineLimits limits, EngineClock clock)
{
    /// <summary>
    /// An address without connections is remembered this long where rates are limited: coming back must not refill its buckets.
    /// </summary>
    private const long ForgetAfterMs = 5_000;

    /// <summary>Addresses without connections that are remembered at a time; further ones are forgotten at once.</summary>
    private const int RememberedMax = 65_536;

    private readonly Lock _gate = new();
    private readonly Dictionary<AddressKey, AddressEntry> _entries = [];
    private readonly bool _remembersRates = limits.MessagesPerSecondPerAddressMax > 0 || limits.BytesPerSecondPerAddressMax > 0;
    private int _empty;

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
                _empty++;
            }

            if (entry.Connections >= limits.ConnectionsPerAddressMax)
            {
                return null;
            }

            if (entry.Connections++ == 0)
            {
                _empty--;
            }

            return entry;
        }
    }

    public void Free(AddressEntry entry)
    {
        lock (_gate)
        {
            if (--entry.Connections > 0)
            {
                return;
            }

            entry.EmptySinceMs = clock.NowMs;
            _empty++;
            if (_empty > RememberedMax || !IsRemembered(entry, entry.EmptySinceMs))
            {
                Forget(entry);
            }
        }
    }

    /// <summary>Forgets addresses that have had no connection for a while.</summary>
    public void Sweep(long nowMs)
    {
        lock (_gate)
        {
            if (_empty == 0)
            {
                return;
            }

            foreach (AddressEntry entry in _entries.Values)
            {
                if (entry.Connections == 0 && !IsRemembered(entry, nowMs))
                {
                    // Removing during enumeration is allowed for this dictionary.
                    Forget(entry);
                }
            }
        }
    }

    private bool IsRemembered(AddressEntry entry, long nowMs) =>
        (_remembersRates && nowMs - entry.EmptySinceMs <= ForgetAfterMs) || entry.Refusals(nowMs) > 0;

    private void Forget(AddressEntry entry)
    {
        _entries.Remove(entry.Key);
        _empty--;
    }
}
