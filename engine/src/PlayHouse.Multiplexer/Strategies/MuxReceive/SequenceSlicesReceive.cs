using PlayHouse.Engine.Strategies;
using PlayHouse.Multiplexer.Reading;

namespace PlayHouse.Multiplexer.Strategies.MuxReceive;

/// <summary>
/// Rented slices that are never moved: a new one is as large as what has arrived so far, between the bytes at hand and a
/// largest size. A size in START only makes the last one smaller.
/// </summary>
internal struct SequenceSlicesReceive : IMuxReceive<SequenceSlicesReceive>
{
    private const int ArraysPerSize = 64;

    private ReceiveState _state;
    private MessageBody _body;
    private uint _hint;

    /// <inheritdoc/>
    public readonly int Length => _body.Length;

    /// <inheritdoc/>
    public readonly int Reserved => _body.Reserved;

    /// <inheritdoc/>
    public static ReceiveState CreateState(StrategyChoice choice, MultiplexerLimits limits, MultiplexerCounters counters)
    {
        int sliceBytesMax = (int)choice.Knob(MuxReceiveCatalog.SequenceSlices, MuxReceiveCatalog.SliceBytesMax);
        return new ReceiveState(counters, new BodyPool(sliceBytesMax, ArraysPerSize), sliceBytesMax, 0);
    }

    /// <inheritdoc/>
    public static SequenceSlicesReceive Begin(ReceiveState state, uint hint) => new() { _state = state, _body = state.Pool.RentBody(), _hint = hint };

    /// <inheritdoc/>
    public readonly void Append(ReadOnlySpan<byte> bytes)
    {
        while (true)
        {
            ReadOnlySpan<byte> fitting = bytes[..Math.Min(bytes.Length, _body.Room)];
            if (!fitting.IsEmpty)
            {
                _body.Append(fitting);
                bytes = bytes[fitting.Length..];
            }

            if (bytes.IsEmpty)
            {
                return;
            }

            _body.AddSlice(SliceBytes(bytes.Length));
        }
    }

    /// <inheritdoc/>
    public readonly MessageBody Complete()
    {
        _state.Counters.Add(MultiplexerCounter.SequenceSlicesCompleted, 1);
        return _body;
    }

    /// <inheritdoc/>
    public readonly void Abandon() => _body.Release(_body.Version);

    private readonly int SliceBytes(int atHand)
    {
        int earned = Math.Max(atHand, _body.Length);
        if (_hint > (uint)_body.Length)
        {
            earned = (int)Math.Min((uint)earned, Math.Max((uint)atHand, _hint - (uint)_body.Length));
        }

        return Math.Min(earned, _state.Knob);
    }
}
