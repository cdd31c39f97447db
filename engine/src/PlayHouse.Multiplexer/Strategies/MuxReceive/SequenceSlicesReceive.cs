using PlayHouse.Engine.Strategies;
using PlayHouse.Multiplexer.Content;

namespace PlayHouse.Multiplexer.Strategies.MuxReceive;

/// <summary>
/// Rented slices that are never moved: a new one is as large as what has arrived so far, between the bytes at hand and a
/// largest size. A size in START only makes the last one smaller.
/// </summary>
internal struct SequenceSlicesReceive : IMuxReceive<SequenceSlicesReceive>
{
    public const string SliceBytesMax = "sliceBytesMax";

    public static StrategyCounter Completed { get; } = new(
        MuxReceiveCatalog.SeamId, "sequence-slices", "completed", "messages put together", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = MuxReceiveCatalog.SeamId,
        Id = "sequence-slices",
        Type = typeof(SequenceSlicesReceive),
        Summary = "Rented slices that grow with what has arrived; nothing is moved.",
        Source = "design (not in the seeds)",
        IsDefault = true,
        Counters = [Completed],
        Knobs =
        [
            new KnobDescriptor(
                SliceBytesMax, "bytes", MuxReceiveCatalog.KiB, 1024 * MuxReceiveCatalog.KiB, 64 * MuxReceiveCatalog.KiB, "Largest slice.")
        ],
        Bytes = [],
    };

    private const int ArraysPerSize = 64;

    private ReceiveState _state;
    private MessageBody _body;
    private uint _hint;

    public readonly int Length => _body.Length;

    public readonly int Reserved => _body.Reserved;

    public static ReceiveState CreateState(StrategyChoice choice, MultiplexerLimits limits, MultiplexerCounters counters)
    {
        int sliceBytesMax = (int)choice.Knob(Descriptor, SliceBytesMax);
        return new ReceiveState(counters, new BodyPool(sliceBytesMax, ArraysPerSize), sliceBytesMax, 0);
    }

    public static SequenceSlicesReceive Begin(ReceiveState state, uint hint) =>
        new() { _state = state, _body = state.Pool.RentBody(), _hint = hint };

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

    public readonly MessageBody Complete()
    {
        _state.Counters.Add(MultiplexerCounter.SequenceSlicesCompleted, 1);
        return _body;
    }

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
