using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies.HeaderCodec;
using PlayHouse.Engine.Strategies.MessageIds;

namespace PlayHouse.Engine.Strategies.HeaderParse;

/// <summary>
/// How received header bytes become a <see cref="RouteHeader"/>. Never throws, whatever the bytes are. Called by the one
/// receiving thread of a mesh. Cost class: per message from another server.
/// </summary>
/// <typeparam name="TSelf">The struct itself; it lives in a field and is called on the field.</typeparam>
internal interface IHeaderParse<TSelf> : ICounterSource
    where TSelf : struct, IHeaderParse<TSelf>
{
    /// <summary>The strategy as chosen, for the headers one server receives.</summary>
    static abstract TSelf Create(StrategyChoice choice, MessageIdTable ids);

    /// <summary>Reads a header; the last of repeated fields counts, unknown ones are passed over.</summary>
    /// <param name="bytes">The whole header.</param>
    /// <param name="from">The sender as the network proves it; what the header claims is not looked at.</param>
    /// <param name="header">The header when the answer is <see cref="RouteHeaderStatus.Ok"/>, else its default.</param>
    /// <param name="payloadSize">Announced size of the payload, 0 for a header that was refused.</param>
    RouteHeaderStatus Read(ReadOnlySpan<byte> bytes, string from, out RouteHeader header, out uint payloadSize);
}
