namespace PlayHouse.Lab.Model.Matrix;

/// <summary>Where a strategy was measured, in words. Pure; any thread.</summary>
public static class MatrixPlace
{
    /// <summary>The scenario and the other seams that were set: <c>scenario, seam: strategy</c>.</summary>
    /// <param name="scenario">Scenario.</param>
    /// <param name="beside">Other seams that were set.</param>
    public static string Of(string scenario, IReadOnlyDictionary<string, string> beside) =>
        scenario + string.Concat(beside.Select(b => $", {b.Key}: {b.Value}"));
}
