namespace PlayHouse.Lab.Load.Wire;

/// <summary>
/// What is sent and received before the first request of a connection: one request, then bytes that it asks for piece by piece, so
/// that what the server says behind them is left in the socket. Knows no socket.
/// </summary>
internal abstract class OpeningExchange
{
    private static readonly Opening ClosedByServer = new(OpeningOutcome.Closed, "the server closed the connection");

    /// <summary>The bytes to send first.</summary>
    public abstract ReadOnlyMemory<byte> Request { get; }

    /// <summary>Where the bytes belong that are to be received next; empty when there is an outcome.</summary>
    public abstract Memory<byte> Wanted { get; }

    /// <summary>So many bytes came into <see cref="Wanted"/>; 0 when the server ended the connection.</summary>
    /// <returns>The outcome, or null while more is wanted.</returns>
    public Opening? Take(int count) => count == 0 ? ClosedByServer : TakeBytes(count);

    /// <summary>At least one byte came.</summary>
    protected abstract Opening? TakeBytes(int count);
}
