using System.Diagnostics.Metrics;

namespace PlayHouse.Engine.Diagnostics;

/// <summary>
/// The counters of one server as instruments of the meter <c>PlayHouse.Engine</c>. Every value is observed: a message costs the same with
/// and without a collector. One reading serves all instruments of a collection. Histograms are in <see cref="EngineHistograms"/>.
/// </summary>
internal sealed class EngineMeter : IDisposable
{
    // A collection asks every instrument in turn; summing the counters again for each would cost sessions times instruments.
    private const long SnapshotMs = 50;

    private readonly Meter _meter;
    private readonly Func<IReadOnlyDictionary<string, long>> _read;
    private readonly Lock _gate = new();
    private readonly KeyValuePair<string, object?> _server;
    private IReadOnlyDictionary<string, long> _snapshot = new Dictionary<string, long>();
    private long _snapshotEndsMs = long.MinValue;

    /// <summary>Starts publishing what <paramref name="read"/> returns, tagged <c>server.id</c>.</summary>
    public EngineMeter(string serverId, Func<IReadOnlyDictionary<string, long>> read)
    {
        _read = read;
        _server = new KeyValuePair<string, object?>("server.id", serverId);
        _meter = new Meter(MeterTable.MeterName, EngineTracing.Version);
        foreach (MeterRow row in MeterTable.Rows)
        {
            Add(row);
        }

        _meter.CreateObservableCounter(MeterTable.Closes.Name, ObserveCloses, MeterTable.Closes.Unit, MeterTable.Closes.Description);
    }

    public void Dispose() => _meter.Dispose();

    private void Add(MeterRow row)
    {
        if (row.Kind == MeterRow.Counting)
        {
            _meter.CreateObservableCounter(row.Name, () => Observe(row.Counter), row.Unit, row.Description);
        }
        else
        {
            _meter.CreateObservableGauge(row.Name, () => Observe(row.Counter), row.Unit, row.Description);
        }
    }

    private Measurement<long> Observe(string counter) => new(Snapshot().GetValueOrDefault(counter), _server);

    private List<Measurement<long>> ObserveCloses()
    {
        IReadOnlyDictionary<string, long> values = Snapshot();
        List<Measurement<long>> measurements = new(MeterTable.Reasons.Count);
        foreach (CloseReason reason in MeterTable.Reasons)
        {
            string name = CounterNames.Of(reason);
            KeyValuePair<string, object?> tag = new("reason", name["closes.".Length..]);
            measurements.Add(new Measurement<long>(values.GetValueOrDefault(name), _server, tag));
        }

        return measurements;
    }

    private IReadOnlyDictionary<string, long> Snapshot()
    {
        lock (_gate)
        {
            if (Environment.TickCount64 >= _snapshotEndsMs)
            {
                _snapshot = _read();
                _snapshotEndsMs = Environment.TickCount64 + SnapshotMs;
            }

            return _snapshot;
        }
    }
}
