using PlayHouse.Lab.Load.Accounting;
using PlayHouse.Lab.Load.Schedules;
using PlayHouse.Lab.Load.Sessions;

namespace PlayHouse.Lab.Load.Traffics;

/// <summary>Traffic in which every message that is sent is answered, so that it can rest between two turns.</summary>
internal abstract class AnsweredTraffic(LoadContext context, ArrivalSchedule? schedule) : PacedTraffic(context, schedule)
{
    /// <summary>Every message until now, and those of measured windows alone; exact when nothing is sent or outstanding.</summary>
    public abstract (LoadCounts All, LoadCounts Measured) Count();

    /// <summary>Sender, between two turns: gives up what is outstanding and settles what was not sent.</summary>
    public abstract void Settle(long nowNs);
}
