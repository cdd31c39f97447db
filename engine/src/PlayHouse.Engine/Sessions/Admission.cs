using System.Net;

namespace PlayHouse.Engine.Sessions;

/// <summary>
/// A place among the server's connections, taken before the handshake and freed when the session, or the attempt, is over.
/// </summary>
/// <param name="Id">Session id; unique in the server, whatever the transport.</param>
/// <param name="Address">What is counted for the remote address; null before the address is known.</param>
/// <param name="Remote">The remote address itself; null where the system does not tell.</param>
internal readonly record struct Admission(long Id, AddressEntry Address, IPAddress? Remote);
