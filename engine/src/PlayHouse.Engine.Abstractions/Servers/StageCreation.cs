namespace PlayHouse.Engine;

/// <summary>Outcome of asking for a stage.</summary>
/// <param name="ErrorCode"><see cref="ErrorCodes.Success"/> when the stage exists now.</param>
/// <param name="IsCreated">True when this request made the stage.</param>
/// <param name="ReplyMsgId">Message id of the stage's reply, empty for none; see <see cref="CreationResult"/>.</param>
/// <param name="ReplyPayload">Payload of the stage's reply.</param>
public sealed record StageCreation(ushort ErrorCode, bool IsCreated, string ReplyMsgId, ReadOnlyMemory<byte> ReplyPayload)
{
    /// <summary>True when the stage exists now.</summary>
    public bool IsSuccess => ErrorCode == ErrorCodes.Success;
}
