using System.Buffers.Binary;
using System.Text;

namespace PlayHouse.Lab.Load.Tests.Fakes;

/// <summary>One connection of the echo server: requests in, replies out, with the faults that were asked for.</summary>
internal sealed class EchoSession(EchoFaults faults)
{
    private const int ReplyFixedBytes = 1 + 2 + 8 + 2 + 4;
    private const long FirstStageId = 1000;
    private const ushort AuthenticationFailed = 5;
    private const ushort SystemError = 14;

    private readonly Dictionary<string, byte[]> _replyIds = [];
    private byte[] _output = new byte[64 * 1024];
    private byte[]? _heldBack;
    private int _end;
    private long _count;
    private int _faulted;
    private byte[] _lastId = [];
    private byte[] _lastReplyId = [];

    public bool MustClose { get; private set; }

    public ReadOnlyMemory<byte> TakeOutput()
    {
        ReadOnlyMemory<byte> taken = _output.AsMemory(0, _end);
        _end = 0;
        return taken;
    }

    /// <summary>Requests since the last call in whose answer a fault was planted.</summary>
    public int TakeFaulted()
    {
        int taken = _faulted;
        _faulted = 0;
        return taken;
    }

    /// <summary>Answers every whole request; returns the bytes consumed.</summary>
    public int Answer(ReadOnlySpan<byte> input, out int requests)
    {
        int consumed = 0;
        requests = 0;
        while (input.Length - consumed >= 4)
        {
            int length = BinaryPrimitives.ReadInt32LittleEndian(input[consumed..]);
            if (input.Length - consumed - 4 < length)
            {
                break;
            }

            requests += Answer(input.Slice(consumed + 4, length)) ? 1 : 0;
            consumed += 4 + length;
        }

        return consumed;
    }

    private bool Answer(ReadOnlySpan<byte> body)
    {
        ReadOnlySpan<byte> id = body.Slice(1, body[0]);
        ReadOnlySpan<byte> rest = body[(1 + id.Length)..];
        ushort sequence = BinaryPrimitives.ReadUInt16LittleEndian(rest);
        long stageId = BinaryPrimitives.ReadInt64LittleEndian(rest[2..]);
        ReadOnlySpan<byte> replyId = ReplyIdOf(id);
        if (id.SequenceEqual("AuthenticateRequest"u8))
        {
            if (faults.IgnoresAuthentication)
            {
                return false;
            }

            MustClose = faults.ClosesOnAuthentication;
            if (MustClose)
            {
                return false;
            }

            Append(replyId, sequence, stageId, faults.RejectsAuthentication ? AuthenticationFailed : (ushort)0, []);
            return false;
        }

        CountTurn();
        Reply(replyId, sequence, stageId, rest[10..]);
        return true;
    }

    /// <summary>Sends what no client asked for, with the same faults in their turns.</summary>
    public void Push(ReadOnlySpan<byte> id, long stageId, ReadOnlySpan<byte> payload)
    {
        CountTurn();
        Reply(id, 0, stageId, payload);
    }

    private void CountTurn()
    {
        _count++;
        _faulted += IsTurn(faults.DropEvery) || IsTurn(faults.SwapEvery) || IsTurn(faults.CorruptEvery) || IsTurn(faults.DuplicateEvery)
            || IsTurn(faults.ErrorEvery) || IsTurn(faults.WrongIdEvery) || IsTurn(faults.OversizeEvery) ? 1 : 0;
    }

    private void Reply(ReadOnlySpan<byte> replyId, ushort sequence, long stageId, ReadOnlySpan<byte> payload)
    {
        if (stageId - FirstStageId < faults.CloseConnections && _count >= faults.CloseAfter)
        {
            MustClose = true;
            return;
        }

        if (IsTurn(faults.DropEvery))
        {
            return;
        }

        int start = _end;
        if (IsTurn(faults.ErrorEvery))
        {
            Append(replyId, sequence, stageId, SystemError, []);
            return;
        }

        if (IsTurn(faults.WrongIdEvery))
        {
            replyId = "OtherReply"u8;
        }

        Append(replyId, sequence, stageId, 0, IsTurn(faults.OversizeEvery) ? new byte[200_000] : payload);
        if (IsTurn(faults.CorruptEvery))
        {
            _output[_end - 1] ^= 0x40;
        }

        if (IsTurn(faults.DuplicateEvery))
        {
            Append(replyId, sequence, stageId, 0, payload);
        }

        if (faults.SendsGarbage)
        {
            BinaryPrimitives.WriteInt32LittleEndian(_output.AsSpan(start), -1);
        }

        HoldBack(start);
    }

    private bool IsTurn(int every) => every > 0 && _count % every == 0;

    private void HoldBack(int start)
    {
        if (IsTurn(faults.SwapEvery))
        {
            _heldBack = _output[start.._end];
            _end = start;
        }
        else if (_heldBack is not null)
        {
            Reserve(_heldBack.Length);
            _heldBack.CopyTo(_output.AsSpan(_end));
            _end += _heldBack.Length;
            _heldBack = null;
        }
    }

    private ReadOnlySpan<byte> ReplyIdOf(ReadOnlySpan<byte> id)
    {
        if (!id.SequenceEqual(_lastId))
        {
            string text = Encoding.UTF8.GetString(id);
            if (!_replyIds.TryGetValue(text, out byte[]? reply))
            {
                reply = Encoding.UTF8.GetBytes(text.Replace("Request", "Reply", StringComparison.Ordinal));
                _replyIds[text] = reply;
            }

            (_lastId, _lastReplyId) = (id.ToArray(), reply);
        }

        return _lastReplyId;
    }

    private void Append(ReadOnlySpan<byte> id, ushort sequence, long stageId, ushort errorCode, ReadOnlySpan<byte> payload)
    {
        int body = ReplyFixedBytes + id.Length + payload.Length;
        Reserve(4 + body);
        Span<byte> frame = _output.AsSpan(_end, 4 + body);
        BinaryPrimitives.WriteInt32LittleEndian(frame, body);
        frame[4] = (byte)id.Length;
        id.CopyTo(frame[5..]);
        Span<byte> rest = frame[(5 + id.Length)..];
        BinaryPrimitives.WriteUInt16LittleEndian(rest, sequence);
        BinaryPrimitives.WriteInt64LittleEndian(rest[2..], stageId);
        BinaryPrimitives.WriteUInt16LittleEndian(rest[10..], errorCode);
        BinaryPrimitives.WriteInt32LittleEndian(rest[12..], 0);
        payload.CopyTo(rest[16..]);
        _end += frame.Length;
    }

    private void Reserve(int length)
    {
        if (_end + length > _output.Length)
        {
            Array.Resize(ref _output, Math.Max(_end + length, 2 * _output.Length));
        }
    }
}
