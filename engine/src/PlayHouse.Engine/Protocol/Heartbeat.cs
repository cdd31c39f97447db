namespace PlayHouse.Engine.Protocol;

/// <summary>The message that keeps a connection alive; the session answers it itself.</summary>
internal static class Heartbeat
{
    public const int MsgIdBytes = 12;

    public static ReadOnlySpan<byte> MsgId => "@Heart@Beat@"u8;

    /// <summary>True when the complete frame at the start of <paramref name="bytes"/> is a heartbeat.</summary>
    public static bool IsAt(ReadOnlySpan<byte> bytes) =>
        bytes[RequestFrame.PrefixBytes] == MsgIdBytes && bytes.Slice(RequestFrame.PrefixBytes + 1, MsgIdBytes).SequenceEqual(MsgId);
}
