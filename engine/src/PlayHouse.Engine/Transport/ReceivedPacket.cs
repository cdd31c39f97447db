using PlayHouse.Engine.Strategies.BufferPools;

namespace PlayHouse.Engine.Transport;

/// <summary>
/// The packet a handler sees: one object per stage, pointed at the next message each time. With the audit of buffers the next messages have
/// others, and one that is read after its handler throws.
/// </summary>
internal sealed class ReceivedPacket : IPacket
{
    private string _msgId = "";
    private ushort _msgSeq;
    private long _stageId;
    private byte[] _array = [];
    private int _offset;
    private int _length;
    private bool _isOver;

    public string MsgId
    {
        get
        {
            ThrowIfOver();
            return _msgId;
        }
    }

    public ushort MsgSeq
    {
        get
        {
            ThrowIfOver();
            return _msgSeq;
        }
    }

    public long StageId
    {
        get
        {
            ThrowIfOver();
            return _stageId;
        }
    }

    public ReadOnlyMemory<byte> Payload
    {
        get
        {
            ThrowIfOver();
            return new(_array, _offset, _length);
        }
    }

    /// <summary>Points the packet at a message. The array stays the owner's, who keeps it until the handler completes.</summary>
    public void Set(string msgId, ushort msgSeq, long stageId, byte[] array, int offset, int length)
    {
        _msgId = msgId;
        _msgSeq = msgSeq;
        _stageId = stageId;
        _array = array;
        _offset = offset;
        _length = length;
        _isOver = false;
    }

    /// <summary>Forgets the array, whose owner lets it go.</summary>
    public void Forget()
    {
        _array = [];
        _offset = 0;
        _length = 0;
    }

    /// <summary>The handler is over, and the next message has another packet.</summary>
    public void End()
    {
        Forget();
        _isOver = true;
    }

    private void ThrowIfOver()
    {
        if (BufferAudit.IsAsked && _isOver)
        {
            throw new ObjectDisposedException(
                nameof(IPacket), "A packet was read after its handler had completed. What is needed later must be copied.");
        }
    }
}
