using PlayHouse.Lab.Load.Accounting;
using PlayHouse.Lab.Load.Io;
using PlayHouse.Lab.Load.Schedules;
using PlayHouse.Lab.Load.Sessions;

namespace PlayHouse.Lab.Load.Traffics;

/// <summary>Every connection sends requests of its own and gets their replies.</summary>
internal sealed class RequestTraffic : AnsweredTraffic
{
    private const long TendEveryNs = 10_000_000;

    private readonly LoadConnection[] _connections;
    private readonly List<LoadConnection> _staged;

    /// <summary>Takes over open connections and begins to receive.</summary>
    public RequestTraffic(LoadContext context, Transport[] transports, ulong seed)
        : base(context, ArrivalSchedule.Of(context.Load, seed))
    {
        _connections = new LoadConnection[transports.Length];
        for (int i = 0; i < transports.Length; i++)
        {
            _connections[i] = new LoadConnection(context, i, transports[i]);
        }

        _staged = new List<LoadConnection>(transports.Length);
        foreach (LoadConnection connection in _connections)
        {
            connection.Start();
        }
    }

    /// <inheritdoc/>
    public override bool HasOutstanding
    {
        get
        {
            foreach (LoadConnection connection in _connections)
            {
                if (connection.Outstanding > 0)
                {
                    return true;
                }
            }

            return false;
        }
    }

    /// <inheritdoc/>
    public override void Offer(int stream, long dueNs, long nowNs, bool isMeasured)
    {
        if (_connections[stream].Offer(dueNs, nowNs, isMeasured))
        {
            _staged.Add(_connections[stream]);
        }
    }

    /// <inheritdoc/>
    public override void Flush()
    {
        foreach (LoadConnection connection in _staged)
        {
            connection.Flush();
        }

        _staged.Clear();
    }

    /// <inheritdoc/>
    public override long Tend(long nowNs)
    {
        foreach (LoadConnection connection in _connections)
        {
            connection.Tend(nowNs);
        }

        return TendEveryNs;
    }

    /// <inheritdoc/>
    public override (LoadCounts All, LoadCounts Measured) Count()
    {
        LoadCounts all = default;
        LoadCounts measured = default;
        foreach (LoadConnection connection in _connections)
        {
            all.Add(connection.Ledger.Total);
            measured.Add(connection.Ledger.Measured);
        }

        return (all, measured);
    }

    /// <inheritdoc/>
    public override void Settle(long nowNs)
    {
        foreach (LoadConnection connection in _connections)
        {
            connection.Settle(nowNs);
        }
    }

    /// <inheritdoc/>
    public override TrafficReport Report() => new()
    {
        Measured = Count().Measured,
        Connections = _connections.Length,
        LossReasons = TrafficReport.LossesOf(_connections),
        Unbalanced = _connections.Count(c => !c.Ledger.Total.IsConserved || !c.Ledger.Measured.IsConserved || c.Outstanding != 0),
    };

    /// <inheritdoc/>
    protected override void EndConnections()
    {
        foreach (LoadConnection connection in _connections)
        {
            connection.Dispose();
        }
    }
}
