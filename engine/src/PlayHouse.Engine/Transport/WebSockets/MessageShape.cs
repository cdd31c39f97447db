using System.Buffers.Binary;
using PlayHouse.Engine.Protocol;

namespace PlayHouse.Engine.Transport.WebSockets;

/// <summary>
/// Checks that every WebSocket message is binary and exactly one length-prefixed frame, whatever pieces it arrives in.
/// Bytes of a message up to the end of its first frame are accepted, so that what reaches the frame parser does not
/// depend on the pieces; what follows them, or an end before them, is a lasting violation. An announced length that is
/// not positive passes: the parser has a better reason to refuse it. Reserves nothing. One thread at a time.
/// </summary>
internal sealed class MessageShape
{
    private readonly byte[] _prefix = new byte[RequestFrame.PrefixBytes];
    private int _prefixBytes;
    private long _bodyLeft;

    /// <summary>True once a message was not one binary frame.</summary>
    public bool IsViolated { get; private set; }

    /// <summary>Refuses the message for what the pieces alone do not show.</summary>
    public void Refuse() => IsViolated = true;

    /// <summary>Takes the next piece of a message, perhaps empty, and returns how many of its bytes the frame parser gets.</summary>
    public int Accept(ReadOnlySpan<byte> piece, bool isBinary, bool endsMessage)
    {
        if (IsViolated || !isBinary)
        {
            IsViolated = true;
            return 0;
        }

        int accepted = TakePrefix(piece);
        int body = (int)Math.Min(piece.Length - accepted, _bodyLeft);
        accepted += body;
        _bodyLeft -= body;
        if (accepted < piece.Length)
        {
            IsViolated = true;
        }

        if (!endsMessage)
        {
            return accepted;
        }

        IsViolated |= _prefixBytes < RequestFrame.PrefixBytes || _bodyLeft > 0;
        _prefixBytes = 0;
        _bodyLeft = 0;
        return accepted;
    }

    private int TakePrefix(ReadOnlySpan<byte> piece)
    {
        int taken = Math.Min(RequestFrame.PrefixBytes - _prefixBytes, piece.Length);
        if (taken == 0)
        {
            return 0;
        }

        piece[..taken].CopyTo(_prefix.AsSpan(_prefixBytes));
        _prefixBytes += taken;
        if (_prefixBytes == RequestFrame.PrefixBytes)
        {
            _bodyLeft = Math.Max(0, BinaryPrimitives.ReadInt32LittleEndian(_prefix));
        }

        return taken;
    }
}
