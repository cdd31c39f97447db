using System.Text.RegularExpressions;

namespace PlayHouse.Lab.Reporting;

/// <summary>A block of two launches that are alive at once is called a pair. Pure.</summary>
internal static partial class BlockWords
{
    /// <summary>The word for one.</summary>
    public static string One(bool isOfPairs) => isOfPairs ? "pair" : "block";

    /// <summary>A sentence about blocks, as it reads for a run whose blocks are pairs.</summary>
    public static string Of(bool isOfPairs, string sentence) => isOfPairs ? Block().Replace(sentence, m => m.Value[0] == 'B' ? "Pair" : "pair") : sentence;

    [GeneratedRegex(@"\b[Bb]lock(?=s?\b)")]
    private static partial Regex Block();
}
