using System.Net;
using PlayHouse.Lab.Control;
using PlayHouse.Lab.Load.Timing;
using PlayHouse.Lab.Load.Wire;

namespace PlayHouse.Lab.Load.Io;

/// <summary>How a load opens, reads, writes and waits. One for each load.</summary>
internal abstract class LoadIo : IDisposable
{
    /// <summary>Its name in a result.</summary>
    public abstract string Name { get; }

    /// <summary>The time this load lives in, with a timestamp for each nanosecond; null for the machine's own.</summary>
    public virtual TimeProvider? SimulatedTime => null;

    /// <summary>Opens and authenticates every connection or none.</summary>
    /// <exception cref="ControlException">The first refusal, after those that stood were closed.</exception>
    public abstract Task<Transport[]> OpenAllAsync(ScenarioWire wire, EndPoint target, int count, IControlOutput output, CancellationToken cancellationToken);

    /// <summary>Opens and authenticates one connection and leaves at once; throws nothing but socket errors and cancellation.</summary>
    public abstract Task<Opening> VisitAsync(ScenarioWire wire, IPEndPoint target, IPAddress? source, int connection, CancellationToken cancellationToken);

    /// <summary>Calls what watches at the times it asks for, until it asks for none or the answer is disposed.</summary>
    public virtual IDisposable StartWatching(IPacer watch) => new WatchThread(watch);

    /// <summary>What this process has used until now.</summary>
    public virtual ProcessSample Sample(long nowNs) => ProcessSample.Take(nowNs);

    /// <summary>Nanoseconds of processor time that another process has used; null where that cannot be read.</summary>
    public virtual long? CpuNsOf(int pid) => ProcessCpu.Read(pid);

    /// <summary>Begins to call the pacer whenever it wants to be called.</summary>
    public abstract void StartPacing(IPacer pacer);

    /// <summary>Ends pacing and, where one thread does everything, receiving: afterwards the caller alone touches what it made. May come more than once.</summary>
    public abstract void Stop();

    /// <summary>What ended the work early; null otherwise.</summary>
    public virtual Exception? Failure => null;

    /// <inheritdoc/>
    public virtual void Dispose() => Stop();
}
