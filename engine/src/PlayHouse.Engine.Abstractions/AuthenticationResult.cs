using Google.Protobuf;

namespace PlayHouse.Engine;

/// <summary>What <see cref="IActor.OnAuthenticate"/> decided, and the payload of the reply.</summary>
public readonly struct AuthenticationResult
{
    private AuthenticationResult(bool isAccepted, ReadOnlyMemory<byte> payload)
    {
        IsAccepted = isAccepted;
        Payload = payload;
    }

    /// <summary>True when the client may join. The default value of this type is a rejection.</summary>
    public bool IsAccepted { get; }

    /// <summary>Payload of the reply; kept by the engine until the reply is written.</summary>
    public ReadOnlyMemory<byte> Payload { get; }

    /// <summary>Accepts with an empty reply.</summary>
    public static AuthenticationResult Accept() => new(true, default);

    /// <summary>Accepts with a reply payload. The bytes must not be the packet's own: the reply is written after it became invalid.</summary>
    public static AuthenticationResult Accept(ReadOnlyMemory<byte> payload) => new(true, payload);

    /// <summary>Accepts with a protobuf reply.</summary>
    public static AuthenticationResult Accept(IMessage reply)
    {
        ArgumentNullException.ThrowIfNull(reply);
        return new(true, reply.ToByteArray());
    }

    /// <summary>Rejects: the client gets <see cref="ErrorCodes.AuthenticationFailed"/> and may try again on the same connection.</summary>
    public static AuthenticationResult Reject() => default;
}
