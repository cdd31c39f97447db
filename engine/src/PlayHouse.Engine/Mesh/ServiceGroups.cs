namespace PlayHouse.Engine.Mesh;

/// <summary>
/// Servers of each service in the order of their ids, and whose turn it is. Replaced as a whole when the list changes. Any
/// thread.
/// </summary>
internal sealed class ServiceGroups
{
    private readonly Dictionary<int, Group> _groups = [];

    /// <summary>Groups the running servers; those without a service are left out.</summary>
    /// <param name="servers">Listed servers, the own one included.</param>
    /// <param name="links">Peers by id; the own server has none and is always reachable.</param>
    public ServiceGroups(IEnumerable<ServerEntry> servers, MeshLinks links)
    {
        IEnumerable<ServerEntry> running = servers.Where(s => s.ServiceId != 0 && s.State == ServerState.Running);
        foreach (IGrouping<int, ServerEntry> service in running.GroupBy(s => s.ServiceId))
        {
            _groups[service.Key] = new Group(
                [.. service.OrderBy(s => s.ServerId, StringComparer.Ordinal).Select(s => new Member(s, links))]);
        }
    }

    public bool TrySelect(int serviceId, ServerSelection selection, out string serverId)
    {
        serverId = "";
        return _groups.TryGetValue(serviceId, out Group? group) && group.TrySelect(selection, out serverId);
    }

    private sealed class Member
    {
        private readonly OutboundPeer? _peer;

        public Member(ServerEntry entry, MeshLinks links)
        {
            Id = entry.ServerId;
            Weight = entry.Weight;
            links.TryGet(entry.ServerId, out _peer);
        }

        public string Id { get; }

        public int Weight { get; }

        public long Credit { get; set; }

        public bool IsReachable => _peer is null || _peer.State == LinkState.Connected;
    }

    private sealed class Group(Member[] members)
    {
        private readonly Lock _gate = new();
        private int _next;

        public bool TrySelect(ServerSelection selection, out string serverId)
        {
            lock (_gate)
            {
                Member? chosen = selection == ServerSelection.Weighted ? Heaviest() : Next();
                serverId = chosen?.Id ?? "";
                return chosen is not null;
            }
        }

        private Member? Next()
        {
            for (int tried = 0; tried < members.Length; tried++)
            {
                Member member = members[_next];
                _next = (_next + 1) % members.Length;
                if (member.IsReachable)
                {
                    return member;
                }
            }

            return null;
        }

        /// <summary>
        /// Everyone earns its weight, the richest is chosen and pays what all earned: each server gets its share and the
        /// turns of a heavy one are spread between those of the others.
        /// </summary>
        private Member? Heaviest()
        {
            Member? chosen = null;
            long earned = 0;
            foreach (Member member in members)
            {
                if (!member.IsReachable)
                {
                    continue;
                }

                member.Credit += member.Weight;
                earned += member.Weight;
                chosen = chosen is null || member.Credit > chosen.Credit ? member : chosen;
            }

            if (chosen is not null)
            {
                chosen.Credit -= earned;
            }

            return chosen;
        }
    }
}
