using System.Buffers;

namespace PlayHouse.Multiplexer.Content;

/// <summary>One array of a message that came in several. Reused; touched by one thread at a time.</summary>
internal sealed class MessageSlice : ReadOnlySequenceSegment<byte>
{
    /// <summary>The array, null while unused.</summary>
    public byte[]? Array { get; private set; }

    public int Used { get; private set; }

    public MessageSlice? NextSlice => (MessageSlice?)Next;

    public void Begin(byte[] array, long before)
    {
        Array = array;
        Used = 0;
        RunningIndex = before;
    }

    /// <summary>Appends bytes for which there is room.</summary>
    public void Append(ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(Array.AsSpan(Used));
        Used += bytes.Length;
        Memory = new ReadOnlyMemory<byte>(Array, 0, Used);
    }

    public void Follow(MessageSlice next) => Next = next;

    public void Clear()
    {
        Array = null;
        Used = 0;
        Memory = default;
        Next = null;
        RunningIndex = 0;
    }
}
