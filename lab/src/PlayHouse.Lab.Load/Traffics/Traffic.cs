using System.Net;
using PlayHouse.Lab.Control;
using PlayHouse.Lab.Load.Io;
using PlayHouse.Lab.Load.Sessions;
using PlayHouse.Lab.Model.Scenarios;

namespace PlayHouse.Lab.Load.Traffics;

/// <summary>
/// What goes over the connections of one scenario: who sends when, who receives what, and the books about it. Calls come one
/// after the other from the control thread.
/// </summary>
internal abstract class Traffic : IDisposable
{
    /// <summary>After sending was switched off: nothing that counts is under way any more.</summary>
    public abstract bool IsDrained { get; }

    /// <summary>A defect of the load that ended its work early; null otherwise.</summary>
    public virtual Exception? Failure => null;

    /// <summary>Opens what the scenario needs and makes its traffic; nothing is sent yet.</summary>
    /// <exception cref="ControlException">A connection could not be opened.</exception>
    public static async Task<Traffic> OpenAsync(
        string scenario, LoadContext context, EndPoint target, ulong seed, IControlOutput output, CancellationToken cancellationToken)
    {
        if (scenario == ScenarioCatalog.ConnectStorm)
        {
            return new StormTraffic(context, (IPEndPoint)target, seed);
        }

        Transport[] transports = await context.Io.OpenAllAsync(context.Wire, target, context.Load.Connections, output, cancellationToken);
        return scenario switch
        {
            ScenarioCatalog.RoomBroadcast => new RoomTraffic(context, transports, seed),
            ScenarioCatalog.RoomTick => new TickTraffic(context, transports),
            _ => new RequestTraffic(context, transports, seed),
        };
    }

    /// <summary>The scenario's own activity begins.</summary>
    public abstract void StartSending();

    /// <summary>What was counted; after <see cref="Dispose"/>.</summary>
    public abstract TrafficReport Report();

    /// <summary>Ends all threads and connections; what is outstanding is lost. May come in every state and more than once.</summary>
    public abstract void Dispose();
}
