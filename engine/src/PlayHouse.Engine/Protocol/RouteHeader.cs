namespace PlayHouse.Engine.Protocol;

/// <summary>What a message between servers says about itself; the protobuf message RouteHeader without its payload size.</summary>
/// <param name="MsgId">Message id.</param>
/// <param name="MsgSeq">Id of the request; 0 for a one-way message.</param>
/// <param name="ServiceId">Addressed service; 0 for none.</param>
/// <param name="ErrorCode">Code of an error reply.</param>
/// <param name="From">Sending server, filled in by the mesh.</param>
/// <param name="StageId">Addressed stage, or the stage a message to an Api server comes from.</param>
/// <param name="AccountId">Account the message is about; 0 for none.</param>
/// <param name="Sid">Client session; 0 for none.</param>
/// <param name="IsReply">True for a reply.</param>
/// <param name="IsSystem">True for the engine and the system controller.</param>
/// <param name="Trace">Span of the sender, in the bytes of W3C Trace Context; null for none.</param>
internal readonly record struct RouteHeader(
    string MsgId,
    uint MsgSeq = 0,
    uint ServiceId = 0,
    ushort ErrorCode = 0,
    string From = "",
    long StageId = 0,
    long AccountId = 0,
    long Sid = 0,
    bool IsReply = false,
    bool IsSystem = false,
    byte[]? Trace = null);
