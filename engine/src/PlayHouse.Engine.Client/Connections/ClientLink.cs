namespace PlayHouse.Engine.Client.Connections;

/// <summary>Bytes to and from a server, whatever carries them. One receive and one send may run at a time.</summary>
internal abstract class ClientLink : IAsyncDisposable
{
    /// <summary>Receives into the destination.</summary>
    public abstract ValueTask<ReceivedBytes> ReceiveAsync(Memory<byte> destination, CancellationToken cancellation);

    /// <summary>Sends whole frames.</summary>
    public abstract ValueTask SendAsync(ReadOnlyMemory<byte> frames, CancellationToken cancellation);

    /// <summary>Tells the server that nothing more comes; after the last send.</summary>
    public abstract Task CloseOutputAsync(CancellationToken cancellation);

    /// <inheritdoc/>
    public abstract ValueTask DisposeAsync();
}

/// <summary>What one receive brought.</summary>
/// <param name="Count">Bytes; 0 and no end of a message means that the server closed.</param>
/// <param name="EndsFrame">True when the carrier says that a frame must end here.</param>
/// <param name="IsClosed">The server closed the connection.</param>
/// <param name="IsForeign">The carrier brought something that is no frame at all.</param>
internal readonly record struct ReceivedBytes(int Count, bool EndsFrame, bool IsClosed, bool IsForeign);
