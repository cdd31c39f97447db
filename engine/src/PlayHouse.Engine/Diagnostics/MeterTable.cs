using System.Text;

namespace PlayHouse.Engine.Diagnostics;

/// <summary>Instruments of the meter, one per counter; the table in docs/guide/meters.md is made of it.</summary>
internal static class MeterTable
{
    /// <summary>Name of the meter.</summary>
    public const string MeterName = "PlayHouse.Engine";

    /// <summary>Ends of sessions, by reason.</summary>
    public static MeterRow Closes { get; } = new("playhouse.sessions.closed", true, "{session}", "Ended sessions and refused connections, by tag `reason`.", "");

    /// <summary>Every other instrument.</summary>
    public static IReadOnlyList<MeterRow> Rows { get; } = [.. Gauges(), .. Enum.GetValues<EngineCounter>().Select(RowOf)];

    /// <summary>Values of the tag <c>reason</c>.</summary>
    public static IReadOnlyList<CloseReason> Reasons { get; } = [.. Enum.GetValues<CloseReason>().Where(r => r != CloseReason.None)];

    /// <summary>The table as Markdown.</summary>
    public static string ToMarkdown()
    {
        StringBuilder text = new("| instrument | kind | unit | counts |\n|---|---|---|---|\n");
        foreach (MeterRow row in Rows.Append(Closes).OrderBy(r => r.Name, StringComparer.Ordinal))
        {
            text.Append('|').Append(" `").Append(row.Name).Append("` | ").Append(row.IsCounter ? "counter" : "gauge")
                .Append(" | ").Append(row.Unit).Append(" | ").Append(row.Description).Append(" |\n");
        }

        return text.ToString();
    }

    private static MeterRow[] Gauges() =>
    [
        Gauge("sessions", "{session}", "Client sessions at the moment."),
        Gauge("stages", "{stage}", "Stages at the moment."),
        Gauge("message-ids", "{id}", "Message ids held as strings."),
        new("playhouse.message-ids.uncached", true, "{message}", "Messages whose id had to be made a string again.", "message-ids.uncached"),
        new("playhouse.buffers.rented", true, "{buffer}", "Buffers taken from the pool.", "buffers.rented"),
        new("playhouse.buffers.returned", true, "{buffer}", "Buffers given back to the pool.", "buffers.returned"),
        new("playhouse.buffers.created", true, "{buffer}", "Buffers allocated because the pool had none.", "buffers.created"),
        Gauge("buffers.in-use-bytes", "By", "Bytes of the buffers in use at the moment."),
    ];

    private static MeterRow Gauge(string counter, string unit, string description) => new("playhouse." + counter, false, unit, description, counter);

    private static MeterRow RowOf(EngineCounter counter)
    {
        string name = CounterNames.Of(counter);
        return new MeterRow("playhouse." + name, true, UnitOf(counter), CounterTexts.Of(counter), name);
    }

    private static string UnitOf(EngineCounter counter) => counter switch
    {
        EngineCounter.BytesIn or EngineCounter.BytesOut => "By",
        EngineCounter.SocketReads or EngineCounter.SocketWrites => "{call}",
        EngineCounter.ReaderPauses or EngineCounter.RatePauses or EngineCounter.AcceptBackOffs => "{pause}",
        EngineCounter.Accepts or EngineCounter.MeshRefusedKeys or EngineCounter.MeshFailedHandshakes => "{connection}",
        EngineCounter.SeamBufferPool => "{buffer}",
        EngineCounter.SeamLock => "{call}",
        EngineCounter.StagesRefused or EngineCounter.DrainUnfinished => "{stage}",
        EngineCounter.ActorsRefused or EngineCounter.ActorsGraceEnded => "{actor}",
        EngineCounter.HandlersHung or EngineCounter.HandlerFailures => "{handler}",
        EngineCounter.GameLoopDroppedSteps => "{step}",
        EngineCounter.MeshPeersRefused => "{server}",
        EngineCounter.RequestsRefused or EngineCounter.RequestsTimeouts or EngineCounter.SeamRequestTable => "{request}",
        EngineCounter.AcceptTransientErrors or EngineCounter.AcceptFatalErrors or EngineCounter.EngineFaults => "{error}",
        EngineCounter.Authentications or EngineCounter.AuthenticationFailures or EngineCounter.Reconnects => "{authentication}",
        EngineCounter.TimersRefused => "{timer}",
        EngineCounter.TimersSkipped => "{call}",
        EngineCounter.GameLoopOverruns or EngineCounter.StopAbandoned or EngineCounter.OffStageRefused or EngineCounter.MemoryTrims => "{event}",
        _ => "{message}",
    };
}

/// <summary>One instrument.</summary>
/// <param name="Name">Instrument name.</param>
/// <param name="IsCounter">True for a value that only grows.</param>
/// <param name="Unit">Unit in UCUM notation.</param>
/// <param name="Description">What it counts.</param>
/// <param name="Counter">Name in <c>ReadCounters()</c>.</param>
internal sealed record MeterRow(string Name, bool IsCounter, string Unit, string Description, string Counter);
