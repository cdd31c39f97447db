using PlayHouse.Engine.Soak.Report;

namespace PlayHouse.Engine.Soak.Scenarios;

/// <summary>One long test. Starts its own processes and leaves none behind.</summary>
internal interface ISoakScenario
{
    string Id { get; }

    string Summary { get; }

    Task<SoakResult> RunAsync(SoakContext context);
}

/// <summary>What a scenario may use.</summary>
/// <param name="Duration">How long scenarios without a natural end run.</param>
/// <param name="FuzzInputs">Inputs of the fuzz targets, all together.</param>
/// <param name="FiguresShare">Part of the figures of the reliability table that the scenario of that name does.</param>
/// <param name="Say">Shows progress.</param>
/// <param name="Cancellation">Ends early; what was measured until then is lost.</param>
internal sealed record SoakContext(TimeSpan Duration, long FuzzInputs, double FiguresShare, Action<string> Say, CancellationToken Cancellation);
