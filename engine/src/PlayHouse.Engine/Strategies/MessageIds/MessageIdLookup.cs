using System.Diagnostics.CodeAnalysis;
using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.MessageIds;

/// <summary>
/// From the message id's bytes to the string that handlers see. Bytes that are not UTF-8 are refused under every strategy,
/// and the authentication id is always the one object that <see cref="AuthenticationId"/> is. Any thread; cost class: per
/// message. A struct over one of two sealed classes: the null check that a call of an instance method makes anyway is what
/// tells them apart, so the default has no virtual call.
/// </summary>
internal readonly struct MessageIdLookup
{
    private readonly MessageIdTable? _table;
    private readonly StringPerMessageIds? _strings;

    public MessageIdLookup(MessageIdTable table, ReadOnlySpan<byte> authenticationIdUtf8)
    {
        _table = table;
        AuthenticationId = table.Pin(authenticationIdUtf8);
    }

    public MessageIdLookup(StringPerMessageIds strings)
    {
        _strings = strings;
        AuthenticationId = strings.AuthenticationId;
    }

    /// <summary>The one object of the authentication id: comparing references is enough.</summary>
    public string AuthenticationId { get; }

    public Type Variant => _table is null ? typeof(StringPerMessageIds) : typeof(MessageIdTable);

    public int Count => _table?.Count ?? 0;

    /// <summary>Lookups for which a table had no room.</summary>
    public long Uncached => _table?.Uncached ?? 0;

    public int NewIdsPerSessionMax => _table?.NewIdsPerSessionMax ?? 0;

    /// <summary>The string of an id; false when the bytes are not UTF-8.</summary>
    public bool TryGet(ReadOnlySpan<byte> utf8, ref MessageIdUse use, [NotNullWhen(true)] out string? id) =>
        _table is { } table ? table.TryGet(utf8, ref use, out id) : _strings!.TryGet(utf8, ref use, out id);

    /// <summary>Adds what a session has had of the seam; nothing of the strategy that is not built in.</summary>
    public void AddTo(CounterBlock block, in MessageIdUse use)
    {
        block[EngineCounter.SeamMessageId] += use.Made + use.Found + use.Missed;
        if (_table is null || use.Made > 0)
        {
            block.Add(StringPerMessageIds.Made, use.Made);
        }

        if (_table is not null || use.Found + use.Missed > 0)
        {
            block.Add(MessageIdTable.Found, use.Found);
            block.Add(MessageIdTable.Missed, use.Missed);
        }
    }

    /// <summary>Makes room in a full table when it is time to. Called now and then, by one thread.</summary>
    public void Sweep(long nowMs) => _table?.Sweep(nowMs);
}
