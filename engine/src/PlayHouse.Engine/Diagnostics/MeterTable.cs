using System.Text;

namespace PlayHouse.Engine.Diagnostics;

/// <summary>Instruments of the meter: one per counter, gauges and histograms; the table in docs/guide/meters.md is made of it.</summary>
internal static class MeterTable
{
    public const string MeterName = "PlayHouse.Engine";

    public static MeterRow Closes { get; } = new(
        "playhouse.sessions.closed",
        MeterRow.Counting,
        "{session}",
        "Ended sessions and refused connections, by tag `reason`.",
        "");

    public static MeterRow HandlerDuration { get; } = Histogram(
        "handler.duration", "Time from the call of a handler to its completion, by tag `handler`: the stage's type, `@api` or `@system`.");

    public static MeterRow MailboxWait { get; } = Histogram(
        "mailbox.wait",
        "Time of client and server messages in the mailbox of a stage, by tag `stage.type`. Sampled: one at a time in each stage.");

    public static MeterRow RequestDuration { get; } = Histogram(
        "requests.duration", "Time of requests to other servers, by tag `outcome`: `reply`, `timeout`, `unreachable`, `busy` or `error`.");

    /// <summary>What is measured only while a collector asks for it.</summary>
    public static IReadOnlyList<MeterRow> Histograms { get; } = [HandlerDuration, MailboxWait, RequestDuration];

    /// <summary>Every observed instrument but <see cref="Closes"/>.</summary>
    public static IReadOnlyList<MeterRow> Rows { get; } = [.. Gauges(), .. Enum.GetValues<EngineCounter>().Select(RowOf)];

    /// <summary>Values of the tag <c>reason</c>.</summary>
    public static IReadOnlyList<CloseReason> Reasons { get; } = [.. Enum.GetValues<CloseReason>().Where(r => r != CloseReason.None)];

    public static string ToMarkdown()
    {
        StringBuilder text = new("| instrument | kind | unit | counts |\n|---|---|---|---|\n");
        foreach (MeterRow row in Rows.Append(Closes).Concat(Histograms).OrderBy(r => r.Name, StringComparer.Ordinal))
        {
            text.Append('|').Append(" `").Append(row.Name).Append("` | ").Append(row.Kind)
                .Append(" | ").Append(row.Unit).Append(" | ").Append(row.Description).Append(" |\n");
        }

        return text.ToString();
    }

    private static MeterRow[] Gauges() =>
    [
        Gauge("sessions", "{session}", "Client sessions at the moment."),
        Gauge("stages", "{stage}", "Stages at the moment."),
        Gauge("actors", "{actor}", "Actors in stages at the moment."),
        Gauge("mailbox.messages", "{message}", "Messages in the mailboxes of all stages at the moment, those being handled included."),
        Gauge("mailbox.deepest", "{message}", "The same of the stage that has the most."),
        Gauge("peers", "{server}", "Other servers with a connection at the moment."),
        Gauge("requests.pending", "{request}", "Requests to other servers that wait for their reply at the moment."),
        Gauge("message-ids", "{id}", "Message ids held as strings."),
        new(
            "playhouse.message-ids.uncached",
            MeterRow.Counting,
            "{message}",
            "Messages whose id had to be made a string again.",
            "message-ids.uncached"),
        new("playhouse.buffers.rented", MeterRow.Counting, "{buffer}", "Buffers taken from the pool.", "buffers.rented"),
        new("playhouse.buffers.returned", MeterRow.Counting, "{buffer}", "Buffers given back to the pool.", "buffers.returned"),
        new("playhouse.buffers.created", MeterRow.Counting, "{buffer}", "Buffers allocated because the pool had none.", "buffers.created"),
        Gauge("buffers.in-use-bytes", "By", "Bytes of the buffers in use at the moment."),
    ];

    private static MeterRow Gauge(string counter, string unit, string description) =>
        new("playhouse." + counter, "gauge", unit, description, counter);

    private static MeterRow Histogram(string name, string description) => new("playhouse." + name, "histogram", "s", description, "");

    private static MeterRow RowOf(EngineCounter counter)
    {
        string name = CounterNames.Of(counter);
        return new MeterRow("playhouse." + name, MeterRow.Counting, UnitOf(counter), CounterTexts.Of(counter), name);
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
        EngineCounter.PostsRefused => "{call}",
        EngineCounter.TimersSkipped => "{call}",
        EngineCounter.GameLoopOverruns or EngineCounter.StopAbandoned
            or EngineCounter.OffStageRefused or EngineCounter.MemoryTrims => "{event}",
        _ => "{message}",
    };
}

/// <summary>One instrument.</summary>
/// <param name="Name">Instrument name.</param>
/// <param name="Kind">Kind in words; <see cref="Counting"/> for a value that only grows.</param>
/// <param name="Unit">Unit in UCUM notation.</param>
/// <param name="Description">What it counts.</param>
/// <param name="Counter">Name in <c>ReadCounters()</c>; empty for what is not read there.</param>
internal sealed record MeterRow(string Name, string Kind, string Unit, string Description, string Counter)
{
    public const string Counting = "counter";
}
