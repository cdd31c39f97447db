using System.Diagnostics.Metrics;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Hosting.Tests.Fixtures;

namespace PlayHouse.Engine.Hosting.Tests;

/// <summary>The meter: what it publishes, and that its documentation says the same.</summary>
public sealed class MeterTests
{
    private const string DocumentedName = "docs/guide/meters.md";

    [Fact]
    public async Task Meter_OfARunningServer_PublishesItsCounters()
    {
        await using RoomServer server = await RoomServer.StartAsync("metered");
        await using RawClient client = await server.JoinAsync(1, "ann");
        await client.RequestAsync("Who", 2);
        RawClient lost = await server.JoinAsync(1, "bob");
        await lost.DisposeAsync();
        await Wait.UntilAsync(() => server.Counter("sessions") == 1, "one client is gone");
        await Wait.UntilAsync(() => Collect("metered").Single(m => m.Name == "playhouse.sessions").Value == 1, "the meter has a new reading");

        List<Reading> readings = Collect("metered");

        Assert.Equal(1, Value("playhouse.stages"));
        Assert.Equal(2, Value("playhouse.actors"));
        Assert.Equal(1, Value("playhouse.messages.completed"));
        Assert.Equal(2, Value("playhouse.authentications"));
        Assert.True(Value("playhouse.bytes.in") > 50);
        Assert.Equal(1, readings.Single(r => r is { Name: "playhouse.sessions.closed", Reason: "client-closed" }).Value
            + readings.Single(r => r is { Name: "playhouse.sessions.closed", Reason: "receive-failed" }).Value);
        Assert.Equal(CounterNames.Count + 13 + Enum.GetValues<CloseReason>().Length - 1, readings.Count);

        long Value(string name) => readings.Single(r => r.Name == name).Value;
    }

    [Fact]
    public async Task Meter_OfAStoppedServer_IsSilent()
    {
        RoomServer server = await RoomServer.StartAsync("short-lived");
        Assert.NotEmpty(Collect("short-lived"));

        await server.DisposeAsync();

        Assert.Empty(Collect("short-lived"));
    }

    [Fact]
    public async Task Meter_Instruments_AreWhatTheGuideSays()
    {
        await using RoomServer server = await RoomServer.StartAsync("documented");
        string[] published =
        [
            .. Collect("documented").Select(r => $"{r.Name}|{r.Kind}|{r.Unit}").Concat(Histograms()).Distinct().Order(StringComparer.Ordinal),
        ];
        string guide = await File.ReadAllTextAsync(RepositoryFiles.PathOf(DocumentedName));
        string[] documented =
        [
            .. guide.Split('\n').Where(l => l.StartsWith("| `", StringComparison.Ordinal))
                .Select(l => l.Split('|', StringSplitOptions.TrimEntries))
                .Select(c => $"{c[1].Trim('`')}|{c[2]}|{c[3]}").Order(StringComparer.Ordinal),
        ];

        Assert.True(guide.Contains(MeterTable.ToMarkdown(), StringComparison.Ordinal), $"The table in {DocumentedName} should be:\n{MeterTable.ToMarkdown()}");
        Assert.Equal(published, documented);
        Assert.DoesNotContain(MeterTable.Rows.Concat(MeterTable.Histograms), r => r.Description.Length == 0);
    }

    private static List<string> Histograms()
    {
        // The instruments of all servers are there from their first use.
        Meter meter = EngineHistograms.HandlerDuration.Meter;
        List<string> names = [];
        using MeterListener listener = new();
        listener.InstrumentPublished = (instrument, _) =>
        {
            if (instrument is Histogram<double> && instrument.Meter == meter)
            {
                names.Add($"{instrument.Name}|histogram|{instrument.Unit}");
            }
        };
        listener.Start();
        return names;
    }

    private static List<Reading> Collect(string serverId)
    {
        List<Reading> readings = [];
        using MeterListener listener = new();
        listener.InstrumentPublished = (instrument, l) =>
        {
            if (instrument.Meter.Name == "PlayHouse.Engine" && instrument.IsObservable)
            {
                l.EnableMeasurementEvents(instrument);
            }
        };
        listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) =>
        {
            if (tags[0] is { Key: "server.id" } tag && serverId.Equals(tag.Value))
            {
                string? reason = tags.Length > 1 ? (string?)tags[1].Value : null;
                string kind = instrument is ObservableCounter<long> ? "counter" : "gauge";
                readings.Add(new Reading(instrument.Name, kind, instrument.Unit, value, reason));
            }
        });
        listener.Start();
        listener.RecordObservableInstruments();
        return readings;
    }

    private sealed record Reading(string Name, string Kind, string? Unit, long Value, string? Reason);
}
