using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies.PeerId;

namespace PlayHouse.Engine.Mesh;

/// <summary>
/// The two system messages by which meshes find out what a broken connection lost. A server that does not know them may
/// ignore them. Checkpoint: sid = epoch, account_id = messages sent so far. Answer: the same two, stage_id = how many of
/// those never arrived, msg_seq = a number of the answering process.
/// </summary>
internal static class ControlMessages
{
    public const string CheckpointId = "@Mesh@Checkpoint@";
    public const string AnswerId = "@Mesh@Answer@";

    public static RouteHeader Checkpoint(long epoch, long handed) => new(CheckpointId, Sid: epoch, AccountId: handed, IsSystem: true);

    public static RouteHeader Answer(in OwedAnswer owed) =>
        new(AnswerId, Sid: owed.Epoch, AccountId: owed.At, StageId: owed.Missing, IsSystem: true);

    public static bool IsControl(in RouteHeader header) => header.IsSystem && (header.MsgId == CheckpointId || header.MsgId == AnswerId);
}
