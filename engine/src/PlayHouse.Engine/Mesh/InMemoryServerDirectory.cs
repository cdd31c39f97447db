namespace PlayHouse.Engine.Mesh;

/// <summary>
/// A list shared by the servers of one process: tests, and several servers in one program. An entry lives for a time
/// after its server's last sign of life. Any thread.
/// </summary>
public sealed class InMemoryServerDirectory : IServerDirectory
{
    private static readonly TimeSpan DefaultTimeToLive = TimeSpan.FromSeconds(10);

    private readonly Lock _gate = new();
    private readonly Dictionary<string, (ServerEntry Entry, long SeenAt)> _servers = new(StringComparer.Ordinal);
    private readonly TimeSpan _timeToLive;
    private readonly TimeProvider _time;

    /// <summary>An empty directory whose entries live for 10 s after their last sign of life.</summary>
    public InMemoryServerDirectory()
        : this(DefaultTimeToLive, TimeProvider.System)
    {
    }

    /// <summary>An empty directory with another time to live and clock.</summary>
    public InMemoryServerDirectory(TimeSpan timeToLive, TimeProvider time)
    {
        ArgumentNullException.ThrowIfNull(time);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(timeToLive, TimeSpan.Zero);
        _timeToLive = timeToLive;
        _time = time;
    }

    /// <inheritdoc/>
    public ValueTask<IReadOnlyList<ServerEntry>> ExchangeAsync(ServerEntry own, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(own);
        lock (_gate)
        {
            long now = _time.GetTimestamp();
            _servers[own.ServerId] = (own, now);
            foreach (string silent in _servers
                .Where(s => _time.GetElapsedTime(s.Value.SeenAt, now) > _timeToLive)
                .Select(s => s.Key)
                .ToArray())
            {
                _servers.Remove(silent);
            }

            return new ValueTask<IReadOnlyList<ServerEntry>>([.. _servers.Values.Select(s => s.Entry)]);
        }
    }

    /// <summary>Takes a server off the list at once.</summary>
    public void Remove(string serverId)
    {
        lock (_gate)
        {
            _servers.Remove(serverId);
        }
    }
}
