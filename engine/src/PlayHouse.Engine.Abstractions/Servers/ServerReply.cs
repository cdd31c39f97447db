using System.Buffers;

namespace PlayHouse.Engine;

/// <summary>A successful reply of another server. Dispose it once its payload is not needed any more: the bytes are pooled.</summary>
public readonly struct ServerReply : IDisposable
{
    private readonly IMemoryOwner<byte>? _owner;

    /// <summary>A reply whose <paramref name="payload"/> belongs to <paramref name="owner"/>; without an owner it is never reused.</summary>
    public ServerReply(string msgId, ReadOnlyMemory<byte> payload, IMemoryOwner<byte>? owner = null)
    {
        MsgId = msgId;
        Payload = payload;
        _owner = owner;
    }

    /// <summary>Message id of the reply.</summary>
    public string MsgId { get; }

    /// <summary>Payload; valid until <see cref="Dispose"/>.</summary>
    public ReadOnlyMemory<byte> Payload { get; }

    /// <summary>Gives the payload's bytes back. Once.</summary>
    public void Dispose() => _owner?.Dispose();
}
