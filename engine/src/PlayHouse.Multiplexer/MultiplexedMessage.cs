using System.Buffers;
using PlayHouse.Multiplexer.Content;

namespace PlayHouse.Multiplexer;

/// <summary>
/// A received message. The caller that takes it owns it and disposes it, which gives its memory back; a copy that is used after
/// that throws, and disposing twice does nothing.
/// </summary>
public readonly record struct MultiplexedMessage : IDisposable
{
    private readonly MessageBody _body;
    private readonly int _version;

    internal MultiplexedMessage(uint id, MessageBody body)
    {
        Id = id;
        _body = body;
        _version = body.Version;
        Length = body.Length;
    }

    /// <summary>Id on the wire; used again after the message, so it identifies only what is under way.</summary>
    public uint Id { get; }

    /// <summary>Bytes of the body.</summary>
    public int Length { get; }

    /// <summary>The bytes, valid until <see cref="Dispose"/>.</summary>
    /// <exception cref="ObjectDisposedException">The message has been disposed.</exception>
    public ReadOnlySequence<byte> Body
    {
        get
        {
            ObjectDisposedException.ThrowIf(_version != _body.Version, typeof(MultiplexedMessage));
            return _body.Bytes;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _body.Release(_version);
}
