namespace PlayHouse.Engine;

/// <summary>
/// A successful reply of another server. Dispose of it after the last use of its payload: the bytes are pooled. A copy is the same reply:
/// disposing of any of them a second time does nothing.
/// </summary>
public readonly struct ServerReply : IDisposable
{
    private readonly ReadOnlyMemory<byte> _payload;
    private readonly IReplyOwner? _owner;
    private readonly int _token;

    /// <summary>A reply whose payload is never reused.</summary>
    public ServerReply(string msgId, ReadOnlyMemory<byte> payload)
        : this(msgId, payload, null, 0)
    {
    }

    /// <summary>A reply whose <paramref name="payload"/> belongs to <paramref name="owner"/> under <paramref name="token"/>.</summary>
    public ServerReply(string msgId, ReadOnlyMemory<byte> payload, IReplyOwner? owner, int token)
    {
        MsgId = msgId;
        _payload = payload;
        _owner = owner;
        _token = token;
    }

    /// <summary>Message id of the reply.</summary>
    public string MsgId { get; }

    /// <summary>Payload; valid until <see cref="Dispose"/>.</summary>
    /// <exception cref="ObjectDisposedException">The reply was disposed of: its bytes may be another message's now.</exception>
    public ReadOnlyMemory<byte> Payload =>
        _owner is null || _owner.IsHeld(_token) ? _payload : throw new ObjectDisposedException(nameof(ServerReply));

    /// <summary>Gives the payload's bytes back; the second time nothing.</summary>
    public void Dispose() => _owner?.GiveBack(_token);
}
