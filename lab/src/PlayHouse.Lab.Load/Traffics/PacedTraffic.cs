using PlayHouse.Lab.Load.Schedules;
using PlayHouse.Lab.Load.Sessions;

namespace PlayHouse.Lab.Load.Traffics;

/// <summary>Traffic that is sent by the clock: by a schedule in open loop, by what has come back in closed loop.</summary>
internal abstract class PacedTraffic : Traffic
{
    private readonly Pacer _pacer;

    /// <param name="context">What all connections share.</param>
    /// <param name="schedule">When what is due; null in closed loop.</param>
    protected PacedTraffic(LoadContext context, ArrivalSchedule? schedule)
    {
        (Context, Schedule) = (context, schedule);
        _pacer = new Pacer(context, this, schedule);
    }

    /// <inheritdoc/>
    public override bool IsDrained => _pacer.HasStoppedSending && !HasOutstanding;

    /// <inheritdoc/>
    public override Exception? Failure => _pacer.Failure ?? Context.Io.Failure;

    /// <summary>When what is due; null in closed loop.</summary>
    public ArrivalSchedule? Schedule { get; }

    /// <summary>Something that was sent may still be answered.</summary>
    public abstract bool HasOutstanding { get; }

    protected LoadContext Context { get; }

    /// <inheritdoc/>
    public override void StartSending() => Context.Io.StartPacing(_pacer);

    /// <summary>Open loop, sender: a message of this stream of the schedule is due.</summary>
    public abstract void Offer(int stream, long dueNs, long nowNs, bool isMeasured);

    /// <summary>Open loop, sender: everything due so far has been offered.</summary>
    public abstract void Flush();

    /// <summary>Closed loop, sender: looks after what no reply looks after.</summary>
    /// <returns>Nanoseconds until it wants to be called again.</returns>
    public abstract long Tend(long nowNs);

    /// <inheritdoc/>
    public override void Dispose()
    {
        Context.Io.Stop();
        EndConnections();
    }

    /// <summary>Ends everything; nothing is paced any more.</summary>
    protected abstract void EndConnections();
}
