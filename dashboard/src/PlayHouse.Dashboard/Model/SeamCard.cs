using PlayHouse.Engine.Strategies;
using PlayHouse.Lab.Runner.Explain;
using PlayHouse.Lab.Runner.Validate;

namespace PlayHouse.Dashboard.Model;

/// <summary>Finds seams by what a reader types. Pure.</summary>
public static class SeamSearch
{
    /// <summary>Seams in whose names, question or strategies every word occurs; all for no word.</summary>
    public static IReadOnlyList<SeamDescriptor> Find(IReadOnlyList<SeamDescriptor> seams, string? text)
    {
        ArgumentNullException.ThrowIfNull(seams);
        string[] words = (text ?? "").Split(' ', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        return words.Length == 0 ? seams : [.. seams.Where(s => words.All(w => Texts(s).Any(t => t.Contains(w, StringComparison.OrdinalIgnoreCase))))];
    }

    private static IEnumerable<string> Texts(SeamDescriptor seam) =>
        [seam.Id, seam.Question, seam.Where, .. seam.Strategies.SelectMany(s => new[] { s.Id, s.Summary, s.Source })];
}

/// <summary>One seam with everything that is known about it.</summary>
/// <param name="Seam">The seam.</param>
/// <param name="Evidence">What runs have said, newest first.</param>
public sealed record SeamCard(SeamDescriptor Seam, IReadOnlyList<SeamEvidence> Evidence)
{
    /// <summary>Every seam of the engine and of the multiplexer of this build.</summary>
    public static IReadOnlyList<SeamDescriptor> Seams => EngineCatalog.Shipped.Seams;
}
