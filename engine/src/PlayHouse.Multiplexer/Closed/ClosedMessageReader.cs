using System.Runtime.InteropServices;
using PlayHouse.Engine.Strategies;
using PlayHouse.Multiplexer.Content;
using PlayHouse.Multiplexer.Reading;
using PlayHouse.Multiplexer.Strategies.MuxReceive;

namespace PlayHouse.Multiplexer.Closed;

/// <summary>The reader, closed over its strategy.</summary>
internal sealed class ClosedMessageReader<TMuxReceive>(
    StrategyComposer strategies, MultiplexerLimits limits, ReadyQueue ready, MultiplexerCounters counters)
    : MessageReader
    where TMuxReceive : struct, IMuxReceive<TMuxReceive>
{
    private readonly ReceiveState _state = TMuxReceive.CreateState(strategies.Choices[MuxReceiveCatalog.SeamId], limits, counters);
    private readonly Dictionary<uint, TMuxReceive> _partial = [];
    private readonly byte[] _header = new byte[FrameHeader.Bytes];
    private int _headerUsed;
    private uint _dataId;
    private int _dataLeft;
    private long _partialBytes;

    public override bool IsInside => _headerUsed > 0 || _dataLeft > 0 || _partial.Count > 0;

    public override long PartialBytes => _partialBytes;

    public override long ReservedBytes => _partial.Values.Sum(m => (long)m.Reserved);

    public override long ArraysOut => _state.Pool.ArraysOut;

    public override MultiplexerFailure Consume(ReadOnlySpan<byte> bytes)
    {
        counters.Add(MultiplexerCounter.BytesIn, bytes.Length);
        while (!bytes.IsEmpty)
        {
            if (_dataLeft > 0)
            {
                bytes = TakeData(bytes);
                continue;
            }

            int missing = FrameHeader.Bytes - _headerUsed;
            if (_headerUsed == 0 && bytes.Length >= missing)
            {
                if (TakeFrame(bytes) is var failure and not MultiplexerFailure.None)
                {
                    return failure;
                }

                bytes = bytes[missing..];
                continue;
            }

            int part = Math.Min(missing, bytes.Length);
            bytes[..part].CopyTo(_header.AsSpan(_headerUsed));
            _headerUsed += part;
            bytes = bytes[part..];
            if (_headerUsed == FrameHeader.Bytes)
            {
                _headerUsed = 0;
                if (TakeFrame(_header) is var failure and not MultiplexerFailure.None)
                {
                    return failure;
                }
            }
        }

        return MultiplexerFailure.None;
    }

    public override void Abandon()
    {
        foreach (uint id in _partial.Keys)
        {
            CollectionsMarshal.GetValueRefOrNullRef(_partial, id).Abandon();
        }

        _partial.Clear();
        _partialBytes = 0;
    }

    private ReadOnlySpan<byte> TakeData(ReadOnlySpan<byte> bytes)
    {
        int part = Math.Min(_dataLeft, bytes.Length);
        CollectionsMarshal.GetValueRefOrNullRef(_partial, _dataId).Append(bytes[..part]);
        _dataLeft -= part;
        return bytes[part..];
    }

    private MultiplexerFailure TakeFrame(ReadOnlySpan<byte> header)
    {
        (FrameType type, uint id, uint length) = FrameHeader.Read(header);
        return type switch
        {
            FrameType.Start => Begin(id, length),
            FrameType.Data => BeginData(id, length),
            FrameType.End or FrameType.Abort => length != 0 ? MultiplexerFailure.LengthNotZero : Finish(id, type),
            _ => MultiplexerFailure.UnknownType,
        };
    }

    private MultiplexerFailure Begin(uint id, uint hint)
    {
        if (_partial.ContainsKey(id))
        {
            return MultiplexerFailure.DuplicateStart;
        }

        if (_partial.Count >= limits.PartialMessagesMax)
        {
            return MultiplexerFailure.TooManyPartialMessages;
        }

        counters.Add(MultiplexerCounter.SeamMuxReceive, 1);
        _partial.Add(id, TMuxReceive.Begin(_state, hint));
        return MultiplexerFailure.None;
    }

    private MultiplexerFailure BeginData(uint id, uint length)
    {
        ref TMuxReceive message = ref CollectionsMarshal.GetValueRefOrNullRef(_partial, id);
        if (System.Runtime.CompilerServices.Unsafe.IsNullRef(ref message))
        {
            return MultiplexerFailure.UnknownId;
        }

        if (length > FrameHeader.DataBytesMax)
        {
            return MultiplexerFailure.DataTooLarge;
        }

        if (message.Length + (long)length > limits.MessageBytesMax)
        {
            return MultiplexerFailure.MessageTooLarge;
        }

        if (_partialBytes + length > limits.PartialBytesMax)
        {
            return MultiplexerFailure.TooManyPartialBytes;
        }

        _partialBytes += length;
        counters.Raise(MultiplexerCounter.PartialBytesPeak, _partialBytes);
        (_dataId, _dataLeft) = (id, (int)length);
        return MultiplexerFailure.None;
    }

    private MultiplexerFailure Finish(uint id, FrameType type)
    {
        if (!_partial.Remove(id, out TMuxReceive message))
        {
            return MultiplexerFailure.UnknownId;
        }

        _partialBytes -= message.Length;
        if (type == FrameType.Abort)
        {
            message.Abandon();
            counters.Add(MultiplexerCounter.AbortsIn, 1);
            return MultiplexerFailure.None;
        }

        MessageBody body = message.Complete();
        counters.Add(MultiplexerCounter.PayloadBytesIn, body.Length);
        counters.Add(MultiplexerCounter.MessagesIn, 1);
        ready.Add(new MultiplexedMessage(id, body));
        return MultiplexerFailure.None;
    }
}
