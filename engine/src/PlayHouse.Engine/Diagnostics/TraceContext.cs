using System.Diagnostics;

namespace PlayHouse.Engine.Diagnostics;

/// <summary>
/// What a message between servers says of the span that sent it: 16 bytes of trace id, 8 of span id, 1 of flags, as W3C Trace Context has
/// them. The trace state does not travel. Pure.
/// </summary>
internal static class TraceContext
{
    public const int Bytes = 25;

    private const int TraceIdBytes = 16;
    private const int FlagsAt = Bytes - 1;

    /// <summary>The ambient span for the header of a message; null when there is none.</summary>
    public static byte[]? OfCurrent()
    {
        if (Activity.Current is not { IdFormat: ActivityIdFormat.W3C } activity)
        {
            return null;
        }

        byte[] bytes = new byte[Bytes];
        activity.TraceId.CopyTo(bytes.AsSpan(0, TraceIdBytes));
        activity.SpanId.CopyTo(bytes.AsSpan(TraceIdBytes, FlagsAt - TraceIdBytes));
        bytes[FlagsAt] = (byte)activity.ActivityTraceFlags;
        return bytes;
    }

    /// <summary>What a received header says; null when nothing here listens to spans, or when it is no context.</summary>
    public static byte[]? Read(ReadOnlySpan<byte> field) => field.Length == Bytes && EngineTracing.IsOn ? field.ToArray() : null;

    public static ActivityContext Decode(byte[]? bytes) => bytes is null
        ? default
        : new ActivityContext(
            ActivityTraceId.CreateFromBytes(bytes.AsSpan(0, TraceIdBytes)),
            ActivitySpanId.CreateFromBytes(bytes.AsSpan(TraceIdBytes, FlagsAt - TraceIdBytes)),
            (ActivityTraceFlags)bytes[FlagsAt] & ActivityTraceFlags.Recorded,
            isRemote: true);
}
