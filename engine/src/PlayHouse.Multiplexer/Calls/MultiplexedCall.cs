namespace PlayHouse.Multiplexer.Calls;

/// <summary>A call of the peer.</summary>
/// <param name="Name">What is called.</param>
/// <param name="Payload">Its bytes; the handler's own.</param>
/// <param name="IsOneWay">True when no answer is wanted; what the handler returns is dropped.</param>
public sealed record MultiplexedCall(string Name, ReadOnlyMemory<byte> Payload, bool IsOneWay);

/// <summary>Handles a call on a thread of the pool; several run at a time. What it throws goes back as an error.</summary>
/// <param name="call">The call.</param>
/// <param name="stop">Cancelled when the calls end.</param>
/// <returns>Payload of the answer.</returns>
public delegate ValueTask<ReadOnlyMemory<byte>> CallHandler(MultiplexedCall call, CancellationToken stop);
