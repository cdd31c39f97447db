using PlayHouse.Engine.Strategies;
using PlayHouse.Multiplexer.Content;

namespace PlayHouse.Multiplexer.Strategies.MuxReceive;

/// <summary>One array that is replaced by a larger one, as a list grows. Never reused.</summary>
internal struct ListGrowthReceive : IMuxReceive<ListGrowthReceive>
{
    public const string GrowthPercent = "growthPercent";

    public static StrategyCounter Completed { get; } = new(
        MuxReceiveCatalog.SeamId, "list-growth", "completed", "messages put together", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = MuxReceiveCatalog.SeamId,
        Id = "list-growth",
        Type = typeof(ListGrowthReceive),
        Summary = "One array, replaced by a larger one when it is full.",
        Source = "seed 004 (what its readers do without a size)",
        Counters = [Completed],
        Knobs =
        [
            new KnobDescriptor(
                GrowthPercent, "percent", 110, 400, 200, "Size of the next array in percent of the one before; 125 is the original's.")
        ],
        Bytes =
        [
            new("receive a 64 B message of the same design", 88, 1),
            new("receive a 1 KB message of the same design", 1048, 1),
            new("receive a 64 KB message of the same design", 196800, 1968),
            new("receive a 1 MB message of the same design", 2036176, 20362),
        ],
    };

    // What a growing list of the original adds at each step in addition to its rate.
    private const int StepBytesMin = 192;

    private ReceiveState _state;
    private byte[]? _array;

    public int Length { get; private set; }

    public readonly int Reserved => _array?.Length ?? 0;

    public static ReceiveState CreateState(StrategyChoice choice, MultiplexerLimits limits, MultiplexerCounters counters) =>
        new(counters, new BodyPool(1, 1), (int)choice.Knob(Descriptor, GrowthPercent), 0);

    public static ListGrowthReceive Begin(ReceiveState state, uint hint) => new() { _state = state };

    public void Append(ReadOnlySpan<byte> bytes)
    {
        int needed = Length + bytes.Length;
        if (_array is null)
        {
            _array = new byte[needed];
        }
        else if (needed > _array.Length)
        {
            long grown = ((long)_array.Length * _state.Knob / 100) + StepBytesMin;
            Array.Resize(ref _array, (int)Math.Min(Array.MaxLength, Math.Max(needed, grown)));
        }

        bytes.CopyTo(_array.AsSpan(Length));
        Length = needed;
    }

    public readonly MessageBody Complete()
    {
        _state.Counters.Add(MultiplexerCounter.ListGrowthCompleted, 1);
        MessageBody body = _state.Pool.RentBody();
        body.Set(_array ?? [], Length, isPooled: false);
        return body;
    }

    public readonly void Abandon()
    {
    }
}
