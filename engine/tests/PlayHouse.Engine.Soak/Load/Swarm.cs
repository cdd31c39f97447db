using System.Collections.Concurrent;
using System.Net;

namespace PlayHouse.Engine.Soak.Load;

/// <summary>Many clients of one server.</summary>
internal sealed class Swarm(IPEndPoint server) : IAsyncDisposable
{
    private readonly ConcurrentQueue<TimeSpan> _joinTimes = new();
    private readonly List<SwarmClient> _clients = [];
    private int _nextAccount;

    public IReadOnlyList<SwarmClient> Clients => _clients;

    /// <summary>Times from connect to the authentication's reply, in no order.</summary>
    public IReadOnlyCollection<TimeSpan> JoinTimes => _joinTimes;

    /// <summary>Adds clients, at most <paramref name="parallel"/> at a time on their way.</summary>
    public async Task JoinAsync(int count, Func<int, long> stageOf, int parallel, CancellationToken cancellation)
    {
        int first = Interlocked.Add(ref _nextAccount, count) - count;
        SwarmClient[] joining = [.. Enumerable.Range(first, count).Select(i => new SwarmClient(stageOf(i), $"account{i}"))];
        ParallelOptions options = new() { MaxDegreeOfParallelism = parallel, CancellationToken = cancellation };
        await Parallel.ForEachAsync(joining, options, async (client, token) => _joinTimes.Enqueue(await client.JoinAsync(server, token)));
        _clients.AddRange(joining);
    }

    /// <summary>Takes clients out, oldest first, and closes them.</summary>
    public async Task LeaveAsync(int count)
    {
        List<SwarmClient> leaving = _clients[..Math.Min(count, _clients.Count)];
        _clients.RemoveRange(0, leaving.Count);
        foreach (SwarmClient client in leaving)
        {
            await client.DisposeAsync();
        }
    }

    public async Task HeartbeatAsync()
    {
        foreach (SwarmClient client in _clients)
        {
            await client.HeartbeatAsync();
        }
    }

    public async ValueTask DisposeAsync() => await LeaveAsync(int.MaxValue);
}
