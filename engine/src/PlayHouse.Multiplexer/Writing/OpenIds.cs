namespace PlayHouse.Multiplexer.Writing;

/// <summary>Ids of messages that have begun and not ended on the wire of one direction. Used by the sender that has its turn.</summary>
internal sealed class OpenIds(uint first)
{
    private readonly HashSet<uint> _open = [];
    private uint _next = first;

    /// <summary>The next id that no open message has.</summary>
    public uint Next()
    {
        while (_open.Count > 0 && _open.Contains(_next))
        {
            _next++;
        }

        return _next++;
    }

    public bool Contains(uint id) => _open.Count > 0 && _open.Contains(id);

    /// <summary>A message continues after this turn.</summary>
    public void Open(uint id) => _open.Add(id);

    public void Close(uint id) => _open.Remove(id);
}
