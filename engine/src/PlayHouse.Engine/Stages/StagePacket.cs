namespace PlayHouse.Engine.Stages;

/// <summary>The packet a handler sees: one object per stage, pointed at the next message each time.</summary>
internal sealed class StagePacket : IPacket
{
    private byte[] _array = [];
    private int _offset;
    private int _length;

    /// <inheritdoc/>
    public string MsgId { get; private set; } = "";

    /// <inheritdoc/>
    public ushort MsgSeq { get; private set; }

    /// <inheritdoc/>
    public long StageId { get; private set; }

    /// <inheritdoc/>
    public ReadOnlyMemory<byte> Payload => new(_array, _offset, _length);

    /// <summary>Points the packet at a message. The array stays the owner's, who keeps it until the handler completes.</summary>
    public void Set(string msgId, ushort msgSeq, long stageId, byte[] array, int offset, int length)
    {
        MsgId = msgId;
        MsgSeq = msgSeq;
        StageId = stageId;
        _array = array;
        _offset = offset;
        _length = length;
    }

    /// <summary>Forgets the array: the message's owner has let it go.</summary>
    public void Clear()
    {
        _array = [];
        _offset = 0;
        _length = 0;
    }
}
