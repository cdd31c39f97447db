using System.Text;
using Google.Protobuf;

namespace PlayHouse.Engine;

/// <summary>What <see cref="IActor.OnAuthenticate"/> decided, and the payload of the reply.</summary>
public readonly struct AuthenticationResult
{
    private readonly ushort _errorCode;

    private AuthenticationResult(bool isAccepted, ushort errorCode, ReadOnlyMemory<byte> payload)
    {
        IsAccepted = isAccepted;
        _errorCode = errorCode;
        Payload = payload;
    }

    /// <summary>True when the client may join. The default value of this type is a rejection.</summary>
    public bool IsAccepted { get; }

    /// <summary>Error code of the reply; <see cref="ErrorCodes.Success"/> when accepted.</summary>
    public ushort ErrorCode => IsAccepted || _errorCode != 0 ? _errorCode : ErrorCodes.AuthenticationFailed;

    /// <summary>Payload of the reply; kept by the engine until the reply is written.</summary>
    public ReadOnlyMemory<byte> Payload { get; }

    /// <summary>Accepts with an empty reply.</summary>
    public static AuthenticationResult Accept() => new(true, 0, default);

    /// <summary>
    /// Accepts with a reply payload. The bytes must not be the packet's own: the reply is written after it became invalid.
    /// </summary>
    public static AuthenticationResult Accept(ReadOnlyMemory<byte> payload) => new(true, 0, payload);

    /// <summary>Accepts with a protobuf reply.</summary>
    public static AuthenticationResult Accept(IMessage reply)
    {
        ArgumentNullException.ThrowIfNull(reply);
        return new(true, 0, reply.ToByteArray());
    }

    /// <summary>Rejects: the client gets <see cref="ErrorCodes.AuthenticationFailed"/> and may try again on the same connection.</summary>
    public static AuthenticationResult Reject() => default;

    /// <summary>Rejects with a code of the game and a text, which is the reply's payload in UTF-8.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The code is <see cref="ErrorCodes.Success"/>.</exception>
    public static AuthenticationResult Reject(ushort errorCode, string text = "") => Reject(errorCode, Encoding.UTF8.GetBytes(text));

    /// <summary>Rejects with a code and a payload of the game.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The code is <see cref="ErrorCodes.Success"/>.</exception>
    public static AuthenticationResult Reject(ushort errorCode, ReadOnlyMemory<byte> payload)
    {
        ArgumentOutOfRangeException.ThrowIfZero(errorCode);
        return new(false, errorCode, payload);
    }
}

/// <summary>What <see cref="IStage.OnJoinStage"/> decided. <c>true</c> and <c>false</c> convert to it.</summary>
public readonly struct JoinResult
{
    private readonly ushort _errorCode;

    private JoinResult(bool isAccepted, ushort errorCode, ReadOnlyMemory<byte> payload)
    {
        IsAccepted = isAccepted;
        _errorCode = errorCode;
        Payload = payload;
    }

    /// <summary>True when the actor becomes a member. The default value of this type is a rejection.</summary>
    public bool IsAccepted { get; }

    /// <summary>Error code of the reply; <see cref="ErrorCodes.Success"/> when accepted.</summary>
    public ushort ErrorCode => IsAccepted || _errorCode != 0 ? _errorCode : ErrorCodes.JoinStageRejected;

    /// <summary>Payload of the reply to an actor that is rejected.</summary>
    public ReadOnlyMemory<byte> Payload { get; }

    /// <summary>Makes the actor a member.</summary>
    public static JoinResult Accept() => new(true, 0, default);

    /// <summary>Rejects: the client gets <see cref="ErrorCodes.JoinStageRejected"/> and may try again on the same connection.</summary>
    public static JoinResult Reject() => default;

    /// <summary>Rejects with a code of the game and a text, which is the reply's payload in UTF-8.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The code is <see cref="ErrorCodes.Success"/>.</exception>
    public static JoinResult Reject(ushort errorCode, string text = "") => Reject(errorCode, Encoding.UTF8.GetBytes(text));

    /// <summary>Rejects with a code and a payload of the game.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The code is <see cref="ErrorCodes.Success"/>.</exception>
    public static JoinResult Reject(ushort errorCode, ReadOnlyMemory<byte> payload)
    {
        ArgumentOutOfRangeException.ThrowIfZero(errorCode);
        return new(false, errorCode, payload);
    }

    /// <summary>Accepts or rejects.</summary>
    public static JoinResult FromBoolean(bool isAccepted) => isAccepted ? Accept() : Reject();

    /// <summary>Accepts or rejects.</summary>
    public static implicit operator JoinResult(bool isAccepted) => FromBoolean(isAccepted);
}
