using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Hosting;

/// <summary>Names that collectors subscribe to.</summary>
public static class EngineTelemetry
{
    /// <summary>Name of the meter.</summary>
    public const string MeterName = MeterTable.MeterName;

    /// <summary>Name of the activity source: traces.</summary>
    public const string ActivitySourceName = EngineTracing.SourceName;
}
