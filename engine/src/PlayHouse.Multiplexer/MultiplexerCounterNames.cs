using System.Text;
using PlayHouse.Multiplexer.Strategies.MuxChunk;
using PlayHouse.Multiplexer.Strategies.MuxEmit;
using PlayHouse.Multiplexer.Strategies.MuxHeader;
using PlayHouse.Multiplexer.Strategies.MuxReceive;

namespace PlayHouse.Multiplexer;

/// <summary>Public names of the counters. Pure, any thread.</summary>
public static class MultiplexerCounterNames
{
    private static readonly string[] Names = [.. Enum.GetValues<MultiplexerCounter>().Select(Spell)];

    /// <summary>Every name a connection reports, failures included, in display order.</summary>
    public static IReadOnlyList<string> All { get; } =
        [.. Names, .. Enum.GetValues<MultiplexerFailure>().Where(f => f != MultiplexerFailure.None).Select(Of)];

    /// <summary>Number of counters that are not failures.</summary>
    internal static int Count => Names.Length;

    /// <summary>Name of the counter of a failure, for example <c>fails.unknown-type</c>.</summary>
    public static string Of(MultiplexerFailure failure) => $"fails.{Kebab(failure.ToString())}";

    internal static string Of(MultiplexerCounter counter) => Names[(int)counter];

    private static string Spell(MultiplexerCounter counter) => counter switch
    {
        MultiplexerCounter.SeamMuxChunk => "seam.mux-chunk",
        MultiplexerCounter.SeamMuxHeader => "seam.mux-header",
        MultiplexerCounter.SeamMuxEmit => "seam.mux-emit",
        MultiplexerCounter.SeamMuxReceive => "seam.mux-receive",
        MultiplexerCounter.CallsOut => "calls.out",
        MultiplexerCounter.CallsIn => "calls.in",
        MultiplexerCounter.CallsRefusedOut => "calls.refused-out",
        MultiplexerCounter.CallsRefusedIn => "calls.refused-in",
        MultiplexerCounter.CallTimeouts => "calls.timeouts",
        MultiplexerCounter.CallsLate => "calls.late",
        MultiplexerCounter.HandlerFaults => "calls.handler-faults",
        MultiplexerCounter.Fixed1KCut => Fixed1KChunk.Cut.Name,
        MultiplexerCounter.TableCut => TableChunk.Cut.Name,
        MultiplexerCounter.Fixed64KCut => Fixed64KChunk.Cut.Name,
        MultiplexerCounter.WholeCut => WholeChunk.Cut.Name,
        MultiplexerCounter.DynamicCut => DynamicChunk.Cut.Name,
        MultiplexerCounter.NewArrayMade => NewArrayHeader.Made.Name,
        MultiplexerCounter.PooledReused => PooledHeader.Reused.Name,
        MultiplexerCounter.PooledMade => PooledHeader.Made.Name,
        MultiplexerCounter.InPlaceWritten => InPlaceHeader.Written.Name,
        MultiplexerCounter.TwoWritesTurns => TwoWritesEmit.Turns.Name,
        MultiplexerCounter.OneCopiedFrameTurns => OneCopiedFrameEmit.Turns.Name,
        MultiplexerCounter.GatherTurns => GatherEmit.Turns.Name,
        MultiplexerCounter.FlushPerBatchTurns => FlushPerBatchEmit.Turns.Name,
        MultiplexerCounter.ListGrowthCompleted => ListGrowthReceive.Completed.Name,
        MultiplexerCounter.RentFromHintCompleted => RentFromHintReceive.Completed.Name,
        MultiplexerCounter.SequenceSlicesCompleted => SequenceSlicesReceive.Completed.Name,
        _ => $"mux.{Kebab(counter.ToString())}",
    };

    private static string Kebab(string name)
    {
        StringBuilder spelled = new();
        foreach (char letter in name)
        {
            if (char.IsUpper(letter) && spelled.Length > 0)
            {
                spelled.Append('-');
            }

            spelled.Append(char.ToLowerInvariant(letter));
        }

        return spelled.ToString();
    }
}
