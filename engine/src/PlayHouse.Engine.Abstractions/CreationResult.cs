using Google.Protobuf;

namespace PlayHouse.Engine;

/// <summary>What <see cref="IStage.OnCreate"/> decided, and the reply for the caller who asked for the stage.</summary>
public readonly struct CreationResult
{
    private CreationResult(bool isAccepted, string msgId, ReadOnlyMemory<byte> payload)
    {
        IsAccepted = isAccepted;
        MsgId = msgId;
        Payload = payload;
    }

    /// <summary>True when the stage exists from now on. The default value of this type is a rejection.</summary>
    public bool IsAccepted { get; }

    /// <summary>Message id of the reply; empty for none. A client whose authentication created the stage does not see it.</summary>
    public string MsgId => field ?? "";

    /// <summary>Payload of the reply; kept by the engine until it is delivered, so it must not be the packet's own bytes.</summary>
    public ReadOnlyMemory<byte> Payload { get; }

    /// <summary>Accepts without a reply.</summary>
    public static CreationResult Accept() => new(true, "", default);

    /// <summary>Accepts with a reply.</summary>
    public static CreationResult Accept(string msgId, ReadOnlyMemory<byte> payload) => new(true, msgId, payload);

    /// <summary>Accepts with a protobuf reply under its type's name.</summary>
    public static CreationResult Accept(IMessage reply)
    {
        ArgumentNullException.ThrowIfNull(reply);
        return new(true, reply.Descriptor.Name, reply.ToByteArray());
    }

    /// <summary>Refuses: the stage is discarded.</summary>
    public static CreationResult Reject() => default;
}
