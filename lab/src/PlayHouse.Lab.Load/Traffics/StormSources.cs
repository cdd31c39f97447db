using System.Net;
using PlayHouse.Lab.Load.Io;

namespace PlayHouse.Lab.Load.Traffics;

/// <summary>
/// Loopback addresses that arrivals come from in turn: one address has fewer than 30,000 ports, and a server may take only so
/// many connections of one, those among them that it has not yet seen leave.
/// </summary>
internal sealed class StormSources(IPEndPoint target, int places)
{
    private const int PlacesPerSource = 250;
    private const int SourcesMin = 16;

    private readonly int _count = Math.Max(SourcesMin, (places + PlacesPerSource - 1) / PlacesPerSource);

    /// <summary>The address of an arrival; null lets the system choose.</summary>
    public IPAddress? Of(long number) => ConnectionSources.IsSpreadable(target.Address) ? ConnectionSources.Source((int)(number % _count)) : null;
}
