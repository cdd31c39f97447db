using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using PlayHouse.Engine.Hosting.Tests.Fixtures;
using PlayHouse.Engine.IntegrationTests.Fixtures;

namespace PlayHouse.Engine.Hosting.Tests;

/// <summary>Histograms and gauges of the engine. Alone: a listener hears every server of the process.</summary>
[Collection(nameof(Alone))]
public sealed class HistogramTests
{
    private const string Handler = "playhouse.handler.duration";
    private const string MailboxWait = "playhouse.mailbox.wait";
    private const string Request = "playhouse.requests.duration";

    [Fact]
    public async Task Histograms_OneMessageAtATime_HaveOneValueEach()
    {
        const ushort Messages = 50;
        using Measurements measured = new();
        await using TracedGame game = await TracedGame.StartAsync(isNetworked: true);
        await using RawClient client = await game.JoinAsync("alice");
        for (ushort seq = 1; seq <= Messages; seq++)
        {
            await client.RequestAsync("Ask", seq, "Echo");
        }

        await measured.UntilAsync(Handler, 2 * Messages);
        Assert.Equal(Messages, measured.Count(Handler, "server.id=play-1 handler=Room"));
        Assert.Equal(Messages, measured.Count(Handler, "server.id=api-1 handler=@api"));
        Assert.Equal(Messages, measured.Count(MailboxWait, "server.id=play-1 stage.type=Room"));
        Assert.Equal(Messages, measured.Count(Request, "server.id=play-1 outcome=reply"));
        Assert.Equal(5 * Messages - Messages, measured.All.Count);
        Assert.All(measured.All, m => Assert.InRange(m.Seconds, 0, 120));
    }

    [Fact]
    public async Task HandlerThatWaits_AndTheMessageBehindIt_TakeTheTimeOfTheClock()
    {
        ManualClock clock = new();
        using Measurements measured = new();
        await using TracedGame game = await TracedGame.StartAsync(change: o => o with { Clock = clock, Limits = ManualClock.Limits(null) });
        await using RawClient client = await game.JoinAsync("alice");
        await client.SendAsync("Hold", 2);
        await Wait.UntilAsync(() => game.Notes.Any(n => n.Place == "Hold"), "the first is handled");
        await client.SendAsync("Plain", 3);
        await Wait.UntilAsync(() => Gauges(game) == (1, 2, 2), "the second waits");
        clock.Advance(1_500);

        game.Gate.SetResult();

        Assert.Equal("Held", (await client.ReadAsync()).MsgId);
        Assert.Equal("Plain", (await client.ReadAsync()).MsgId);
        await measured.UntilAsync(Handler, 2);
        Assert.Equal([0, 1.5], measured.Seconds(MailboxWait));
        Assert.Equal([0, 1.5], measured.Seconds(Handler).Order());
        await Wait.UntilAsync(() => Gauges(game) == (1, 0, 0), "nothing waits");
    }

    [Fact]
    public async Task Requests_AreTaggedWithTheirOutcome()
    {
        using Measurements measured = new();
        await using TracedGame game = await TracedGame.StartAsync(isNetworked: true);
        IApiLink link = game.Play.Link;
        (await link.RequestToApiAsync("api-1", "Echo", default)).Dispose();
        await RequestFailures.CodeOfAsync(link.RequestToApiAsync("api-1", "Error", default));
        await RequestFailures.CodeOfAsync(link.RequestToApiAsync("nowhere", "Echo", default));

        Assert.Equal(
            ["server.id=play-1 outcome=error", "server.id=play-1 outcome=reply", "server.id=play-1 outcome=unreachable"],
            measured.All.Where(m => m.Name == Request).Select(m => m.Tags).Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task Gauges_SayWhatIsThere()
    {
        await using TracedGame game = await TracedGame.StartAsync(isNetworked: true);
        Assert.Equal((0, 0, 0), Gauges(game));
        await using RawClient client = await game.JoinAsync("alice");
        await using RawClient other = await game.JoinAsync("bob");
        Assert.Equal((2, 0, 0), Gauges(game));
        await client.SendAsync("Ask", 2, "Hold");

        await Wait.UntilAsync(() => game.Play.ReadCounters()["requests.pending"] == 1, "the request waits");
        Assert.Equal((2, 1, 1), Gauges(game));
        Assert.Equal(1, game.Play.ReadCounters()["peers"]);
        game.ReleaseApi();
        await client.ReadAsync();
        Assert.Equal(0, game.Play.ReadCounters()["requests.pending"]);
    }

    private static (long Actors, long Messages, long Deepest) Gauges(TracedGame game)
    {
        IReadOnlyDictionary<string, long> values = game.Play.ReadCounters();
        return (values["actors"], values["mailbox.messages"], values["mailbox.deepest"]);
    }

    /// <summary>Subscribes to the histograms and keeps their values.</summary>
    private sealed class Measurements : IDisposable
    {
        private readonly MeterListener _listener = new();
        private readonly ConcurrentQueue<Measured> _all = new();

        public Measurements()
        {
            _listener.InstrumentPublished = (instrument, listener) =>
            {
                if (instrument.Meter.Name == EngineTelemetry.MeterName && instrument is Histogram<double>)
                {
                    listener.EnableMeasurementEvents(instrument);
                }
            };
            _listener.SetMeasurementEventCallback<double>((instrument, value, tags, _) =>
                _all.Enqueue(new Measured(instrument.Name, string.Join(' ', tags.ToArray().Select(t => $"{t.Key}={t.Value}")), value)));
            _listener.Start();
        }

        public IReadOnlyCollection<Measured> All => _all;

        public int Count(string name, string tags) => _all.Count(m => m.Name == name && m.Tags == tags);

        public IEnumerable<double> Seconds(string name) => _all.Where(m => m.Name == name).Select(m => m.Seconds);

        public Task UntilAsync(string name, int count) => Wait.UntilAsync(() => Seconds(name).Count() >= count, $"{count} values of {name}");

        public void Dispose() => _listener.Dispose();
    }

    private sealed record Measured(string Name, string Tags, double Seconds);
}
