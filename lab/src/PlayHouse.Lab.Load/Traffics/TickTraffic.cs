using PlayHouse.Lab.Load.Accounting;
using PlayHouse.Lab.Load.Io;
using PlayHouse.Lab.Load.Sessions;

namespace PlayHouse.Lab.Load.Traffics;

/// <summary>
/// No client sends: a room pushes its state to every connection at each step of its loop. A message is one push; offered is what
/// the steps of the window owe to all connections, whether they live or not.
/// </summary>
internal sealed class TickTraffic : Traffic
{
    private readonly LoadContext _context;
    private readonly TickConnection[] _members;
    private readonly StepTimeline _timeline = new();
    private long _endNs;

    /// <summary>Takes over open connections and begins to receive.</summary>
    public TickTraffic(LoadContext context, Transport[] transports)
    {
        _context = context;
        _members = new TickConnection[transports.Length];
        for (int i = 0; i < transports.Length; i++)
        {
            _members[i] = new TickConnection(context, i, transports[i], _timeline);
        }

        foreach (TickConnection member in _members)
        {
            member.Start();
        }
    }

    /// <summary>Order is kept on a connection: with a step from after the window everything before it has come.</summary>
    public override bool IsDrained
    {
        get
        {
            long endNs = _context.Window?.EndNs ?? 0;
            foreach (TickConnection member in _members)
            {
                if (!member.IsLost && member.LastSentNs < endNs)
                {
                    return false;
                }
            }

            return true;
        }
    }

    /// <inheritdoc/>
    public override Exception? Failure => _context.Io.Failure;

    /// <inheritdoc/>
    public override void StartSending()
    {
    }

    /// <inheritdoc/>
    public override TrafficReport Report()
    {
        (long steps, long received) = _context.Window is { } window ? _timeline.CountIn(window) : default;
        if (_context.Window is { } known)
        {
            Array.ForEach(_members, m => m.Settle(known, _context.Recorder));
            _timeline.RecordMissing(known, _members.Length, _endNs, _context.Recorder);
        }

        long offered = steps * _members.Length;
        return new TrafficReport
        {
            Measured = new LoadCounts
            {
                Offered = offered,
                Sent = offered,
                Received = received,
                Lost = offered - received,
                WrongReplies = _members.Sum(m => m.Wrong),
            },
            Connections = _members.Length,
            LossReasons = TrafficReport.LossesOf(_members),
            Unbalanced = received <= offered && _timeline.Received == _members.Sum(m => m.Taken) ? 0 : 1,
            MessagesAtOnce = _members.Length,
        };
    }

    /// <inheritdoc/>
    public override void Dispose()
    {
        _context.Io.Stop();
        _endNs = _endNs == 0 ? _context.NowNs() : _endNs;
        foreach (TickConnection member in _members)
        {
            member.Dispose();
        }
    }
}
