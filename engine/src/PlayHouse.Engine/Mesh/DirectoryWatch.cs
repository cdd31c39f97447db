using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies.BufferPools;

namespace PlayHouse.Engine.Mesh;

/// <summary>The loop that asks the directory, and the peers that follow from its answers.</summary>
internal sealed class DirectoryWatch : IAsyncDisposable
{
    private volatile ServerEntry _own;
    private readonly MeshOptions _options;
    private readonly EngineLimits _limits;
    private readonly EngineCounters _counters;
    private readonly MeshLinks _links;
    private readonly IMeshSender? _sender;
    private readonly BufferPool _pool;
    private readonly Action<Exception> _fault;
    private readonly Action<Exception> _report;
    private readonly CancellationTokenSource _stopping = new();
    private readonly PeriodicTimer _timer;
    private readonly Dictionary<string, ServerEntry> _listed = new(StringComparer.Ordinal);
    private readonly HashSet<string> _refused = new(StringComparer.Ordinal);
    private volatile ServiceGroups _services;
    private Task _loop = Task.CompletedTask;

    public DirectoryWatch(ServerEntry own, MeshParts parts, MeshLinks links, IMeshSender? sender)
    {
        _own = own;
        _options = parts.Options;
        _limits = parts.Limits;
        _counters = parts.Counters;
        _links = links;
        _sender = sender;
        _pool = parts.Pool;
        _fault = parts.Fault;
        _report = parts.Report;
        _timer = new PeriodicTimer(parts.Options.DirectoryPeriod, parts.Clock.Provider);
        _services = new ServiceGroups([own], links);
    }

    /// <summary>Servers to choose from, as the last answer has it. Any thread.</summary>
    public ServiceGroups Services => _services;

    /// <summary>Asks once and starts asking again and again.</summary>
    public async Task StartAsync()
    {
        if (_options.Directory is null || _sender is null)
        {
            return;
        }

        await AskAsync(_options.Directory);
        _loop = LoopAsync(_options.Directory);
    }

    /// <summary>The own server says of itself that it is to stop, from the next exchange on. Any thread.</summary>
    public void AnnounceDraining() => _own = _own with { State = ServerState.Draining };

    public async ValueTask DisposeAsync()
    {
        await _stopping.CancelAsync();
        _timer.Dispose();
        await _loop;
        _stopping.Dispose();
    }

    private async Task LoopAsync(IServerDirectory directory)
    {
        while (await _timer.WaitForNextTickAsync())
        {
            await AskAsync(directory);
        }
    }

    private async Task AskAsync(IServerDirectory directory)
    {
        try
        {
            Apply(await directory.ExchangeAsync(_own, _stopping.Token));
        }
        catch (OperationCanceledException) when (_stopping.IsCancellationRequested)
        {
            // Stopping ends the question; the loop ends with the timer.
        }
        catch (Exception exception)
        {
            // Discovery that fails must not tear connections down that work: the last answer stays.
            _fault(exception);
        }
    }

    private void Apply(IReadOnlyList<ServerEntry> answer)
    {
        Dictionary<string, ServerEntry> wanted = new(StringComparer.Ordinal);
        HashSet<string> refused = new(StringComparer.Ordinal);
        HashSet<string?> keys = new(StringComparer.Ordinal) { _own.PublicKey };
        int places = _listed.Count;
        foreach (ServerEntry listed in answer)
        {
            if (listed.ServerId == _own.ServerId)
            {
                continue;
            }

            // Where servers have no keys, a key that is listed all the same means nothing.
            ServerEntry entry = _own.PublicKey is null ? listed with { PublicKey = null } : listed;

            // A server that is connected keeps its place; the limit is for those that come later.
            bool isNew = !_listed.ContainsKey(entry.ServerId) && !wanted.ContainsKey(entry.ServerId);
            if (!ServerRules.IsLegal(entry) || (isNew && places >= _limits.PeersMax) || !MayBeKnown(entry, keys))
            {
                refused.Add(entry.ServerId);
                continue;
            }

            places += isNew ? 1 : 0;
            wanted[entry.ServerId] = entry;
        }

        CountRefused(refused);
        bool isChanged = Follow(wanted);
        if (isChanged)
        {
            _services = new ServiceGroups(_listed.Values.Append(_own), _links);
        }
    }

    /// <summary>
    /// Where servers have keys: true for one with a key that no other has. Each that is refused is told of when it is listed
    /// first.
    /// </summary>
    private bool MayBeKnown(ServerEntry entry, HashSet<string?> keys)
    {
        if (_own.PublicKey is null || (entry.PublicKey is not null && keys.Add(entry.PublicKey)))
        {
            return true;
        }

        if (!_refused.Contains(entry.ServerId))
        {
            _report(new InvalidOperationException(entry.PublicKey is null
                ? ServerRules.KeyMissing(entry.ServerId)
                : $"Server '{entry.ServerId}' is listed with the public key of another server; each takes one of its own."));
        }

        return false;
    }

    private void CountRefused(HashSet<string> refused)
    {
        _counters.Count(EngineCounter.MeshPeersRefused, refused.Count(id => !_refused.Contains(id)));
        _refused.Clear();
        _refused.UnionWith(refused);
    }

    private bool Follow(Dictionary<string, ServerEntry> wanted)
    {
        bool isChanged = false;
        // A server with another key is another server.
        foreach (string id in _listed
            .Where(l => !wanted.TryGetValue(l.Key, out ServerEntry? next) || next.PublicKey != l.Value.PublicKey)
            .Select(l => l.Key)
            .ToArray())
        {
            isChanged = true;
            _listed.Remove(id);
            if (_links.TryGet(id, out OutboundPeer? gone))
            {
                _links.Remove(gone);
                _sender!.Disconnect(gone);
            }
        }

        foreach (ServerEntry entry in wanted.Values)
        {
            _listed.TryGetValue(entry.ServerId, out ServerEntry? before);
            if (before == entry)
            {
                continue;
            }

            isChanged = true;
            _listed[entry.ServerId] = entry;
            if (before is null || before.Address != entry.Address)
            {
                Connect(entry);
            }
        }

        return isChanged;
    }

    private void Connect(ServerEntry entry)
    {
        if (!_links.TryGet(entry.ServerId, out OutboundPeer? peer))
        {
            peer = new OutboundPeer(entry, _limits, _pool);
            _links.Add(peer);
        }

        _sender!.Connect(peer, entry.Address);
    }
}
