using System.Text;

namespace PlayHouse.Engine.Protocol;

/// <summary>
/// What the id of a message between servers, of a handler or of a push may be. A client may also send an empty one, which the game answers.
/// </summary>
internal static class MessageIdRules
{
    /// <summary>Throws for an id that names no message.</summary>
    /// <exception cref="ArgumentException">Not 1 to 255 UTF-8 bytes.</exception>
    public static void Check(string msgId)
    {
        ArgumentNullException.ThrowIfNull(msgId);
        if (!IsLegal(msgId))
        {
            throw new ArgumentException($"A message id has 1 to {RequestFrame.MsgIdBytesMax} UTF-8 bytes.", nameof(msgId));
        }
    }

    public static bool IsLegal(string msgId) =>
        // A UTF-16 unit is at most three bytes: short ids need no counting.
        msgId.Length > 0
            && (msgId.Length * 3 <= RequestFrame.MsgIdBytesMax || Encoding.UTF8.GetByteCount(msgId) <= RequestFrame.MsgIdBytesMax);
}
