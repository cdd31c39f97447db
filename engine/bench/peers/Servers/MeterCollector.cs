using System.Diagnostics.Metrics;

namespace PlayHouse.Engine.Peers.Servers;

/// <summary>Reads every instrument of the engine once per second, as a monitoring agent does.</summary>
internal sealed class MeterCollector : IAsyncDisposable
{
    private const string MeterName = "PlayHouse.Engine";
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(1);

    private readonly MeterListener _listener = new();
    private readonly PeriodicTimer _timer = new(Period);
    private readonly Task _collecting;
    private long _measurements;

    public MeterCollector()
    {
        _listener.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument.Meter.Name == MeterName)
            {
                listener.EnableMeasurementEvents(instrument);
            }
        };
        _listener.SetMeasurementEventCallback<long>((_, _, _, _) => Interlocked.Increment(ref _measurements));
        _listener.Start();
        _collecting = CollectAsync();
    }

    /// <summary>Values read so far.</summary>
    public long Measurements => Interlocked.Read(ref _measurements);

    public async ValueTask DisposeAsync()
    {
        _timer.Dispose();
        await _collecting;
        _listener.Dispose();
    }

    private async Task CollectAsync()
    {
        while (await _timer.WaitForNextTickAsync())
        {
            _listener.RecordObservableInstruments();
        }
    }
}
