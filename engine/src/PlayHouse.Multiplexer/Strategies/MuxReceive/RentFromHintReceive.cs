using PlayHouse.Engine.Strategies;
using PlayHouse.Multiplexer.Content;

namespace PlayHouse.Multiplexer.Strategies.MuxReceive;

/// <summary>
/// One rented array. The first byte of a message rents what START announced, up to a cap and to what all messages may
/// reserve ahead; from there it doubles.
/// </summary>
internal struct RentFromHintReceive : IMuxReceive<RentFromHintReceive>
{
    public const string Pooled = "pooled";

    public const string CapBytes = "capBytes";

    public static StrategyCounter Completed { get; } = new(
        MuxReceiveCatalog.SeamId, "rent-from-hint", "completed", "messages put together", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = MuxReceiveCatalog.SeamId,
        Id = "rent-from-hint",
        Type = typeof(RentFromHintReceive),
        Summary = "One rented array of the size that START announces, up to a cap; doubled from there.",
        Source = "seed 004 (what its reader does with a size, without the cap)",
        Counters = [Completed],
        Knobs =
        [
            new KnobDescriptor(
                CapBytes, "bytes", 0, FrameHeader.DataBytesMax, 64 * MuxReceiveCatalog.KiB,
                "Most bytes that one message's hint reserves; 0 is none."),
            new KnobDescriptor(Pooled, "switch", 0, 1, 1, "1: arrays are reused; 0: every message gets a new one, as in the original."),
        ],
        Bytes = [],
    };

    private const int ArraysPerSize = 2;

    private ReceiveState _state;
    private byte[]? _array;
    private int _hint;
    private int _ahead;

    public int Length { get; private set; }

    public readonly int Reserved => _array?.Length ?? 0;

    public static ReceiveState CreateState(StrategyChoice choice, MultiplexerLimits limits, MultiplexerCounters counters)
    {
        // A pool that keeps nothing above the smallest array gives new ones.
        bool isPooled = choice.Knob(Descriptor, Pooled) != 0;
        BodyPool pool = isPooled ? new BodyPool(limits.MessageBytesMax, ArraysPerSize) : new BodyPool(1, 1);
        return new ReceiveState(counters, pool, (int)choice.Knob(Descriptor, CapBytes), limits.PartialBytesMax);
    }

    public static RentFromHintReceive Begin(ReceiveState state, uint hint) =>
        new() { _state = state, _hint = (int)Math.Min(hint, (uint)state.Knob) };

    public void Append(ReadOnlySpan<byte> bytes)
    {
        int needed = Length + bytes.Length;
        if (_array is null)
        {
            _ahead = (int)Math.Min(Math.Max(0, _hint - needed), _state.AheadBytesLeft);
            _state.AheadBytesLeft -= _ahead;
            _array = _state.Pool.RentArray(needed + _ahead);
        }
        else if (needed > _array.Length)
        {
            byte[] larger = _state.Pool.RentArray(Math.Max(needed, (int)Math.Min(Array.MaxLength, 2L * _array.Length)));
            _array.AsSpan(0, Length).CopyTo(larger);
            _state.Pool.ReturnArray(_array);
            _array = larger;
        }

        bytes.CopyTo(_array.AsSpan(Length));
        Length = needed;
    }

    public readonly MessageBody Complete()
    {
        _state.Counters.Add(MultiplexerCounter.RentFromHintCompleted, 1);
        _state.AheadBytesLeft += _ahead;
        MessageBody body = _state.Pool.RentBody();
        body.Set(_array ?? [], Length, isPooled: _array is not null);
        return body;
    }

    public readonly void Abandon()
    {
        _state.AheadBytesLeft += _ahead;
        if (_array is not null)
        {
            _state.Pool.ReturnArray(_array);
        }
    }
}
