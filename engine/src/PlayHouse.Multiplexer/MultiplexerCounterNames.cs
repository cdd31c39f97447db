using System.Text;

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

    /// <summary>Name of a counter.</summary>
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
