using System.Globalization;

namespace PlayHouse.Engine.Protocol;

/// <summary>Legal ranges of <see cref="EngineLimits"/>.</summary>
internal static class LimitRules
{
    // The receive buffer doubles what it holds and the largest pooled buffer is 16 MiB.
    private const long PacketBytesCeiling = (8 * 1024 * 1024) - 64;

    private const long Gibibyte = 1L << 30;
    private static readonly TimeSpan ShortestTime = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan LongestTime = TimeSpan.FromDays(1);

    public static void Check(EngineLimits limits, List<string> errors)
    {
        Check(errors, nameof(limits.PacketBytesMax), limits.PacketBytesMax, RequestFrame.BodyBytesMin, PacketBytesCeiling);
        Check(
            errors,
            nameof(limits.PreAuthenticationPacketBytesMax),
            limits.PreAuthenticationPacketBytesMax,
            RequestFrame.BodyBytesMin,
            limits.PacketBytesMax);
        Check(errors, nameof(limits.AuthenticationAttemptsMax), limits.AuthenticationAttemptsMax, 1, 1_000_000);
        Check(errors, nameof(limits.RefusedAuthenticationsPerAddressMax), limits.RefusedAuthenticationsPerAddressMax, 1, 10_000_000);
        Check(errors, nameof(limits.ConnectionsMax), limits.ConnectionsMax, 1, 1_000_000);
        Check(errors, nameof(limits.StagesMax), limits.StagesMax, 1, 10_000_000);
        Check(errors, nameof(limits.SendQueueBytesMax), limits.SendQueueBytesMax, 1024, Gibibyte);
        Check(errors, nameof(limits.MailboxMessagesMax), limits.MailboxMessagesMax, 1, 1_000_000);
        Check(errors, nameof(limits.MailboxOverloadMessages), limits.MailboxOverloadMessages, 1, 1_000_000);
        Check(errors, nameof(limits.MailboxBytesMax), limits.MailboxBytesMax, 1024, Gibibyte);
        Check(errors, nameof(limits.MessageIdsMax), limits.MessageIdsMax, 1, 1_000_000);
        Check(errors, nameof(limits.ReceiveBufferBytes), limits.ReceiveBufferBytes, 1024, 1024 * 1024);
        Check(errors, nameof(limits.RetainedBufferBytesMax), limits.RetainedBufferBytesMax, 0, 64 * Gibibyte);
        Check(errors, nameof(limits.AuthenticationTimeout), limits.AuthenticationTimeout);
        Check(errors, nameof(limits.IdleTimeout), limits.IdleTimeout);
        Check(errors, nameof(limits.CloseTimeout), limits.CloseTimeout);
        Check(errors, nameof(limits.StopTimeout), limits.StopTimeout);
        Check(errors, nameof(limits.BuffersInUseBytesMax), limits.BuffersInUseBytesMax, 1024 * 1024, 1024 * Gibibyte);
        if (limits.TrimAfterQuiet != Timeout.InfiniteTimeSpan)
        {
            Check(errors, nameof(limits.TrimAfterQuiet), limits.TrimAfterQuiet);
        }

        if (limits.DrainTimeout != TimeSpan.Zero)
        {
            Check(errors, nameof(limits.DrainTimeout), limits.DrainTimeout);
        }

        Check(errors, nameof(limits.HandshakeTimeout), limits.HandshakeTimeout);
        Check(errors, nameof(limits.MinimumReceiveRateGrace), limits.MinimumReceiveRateGrace);
        Check(errors, nameof(limits.WriteStallTimeout), limits.WriteStallTimeout);
        Check(errors, nameof(limits.HandlerHangTimeout), limits.HandlerHangTimeout);
        Check(errors, nameof(limits.GameLoopCatchUpMax), limits.GameLoopCatchUpMax);
        Check(errors, nameof(limits.ServerRequestTimeout), limits.ServerRequestTimeout);
        if (limits.ReconnectGracePeriod != Timeout.InfiniteTimeSpan)
        {
            Check(errors, nameof(limits.ReconnectGracePeriod), limits.ReconnectGracePeriod);
        }

        Check(errors, nameof(limits.ConnectionsPerAddressMax), limits.ConnectionsPerAddressMax, 1, 1_000_000);
        Check(errors, nameof(limits.MinimumReceiveRate), limits.MinimumReceiveRate, 0, Gibibyte);
        Check(errors, nameof(limits.MessagesPerSecondMax), limits.MessagesPerSecondMax, 0, 1_000_000_000);
        Check(errors, nameof(limits.BytesPerSecondMax), limits.BytesPerSecondMax, 0, int.MaxValue);
        Check(errors, nameof(limits.MessagesPerSecondPerAddressMax), limits.MessagesPerSecondPerAddressMax, 0, 1_000_000_000);
        Check(errors, nameof(limits.BytesPerSecondPerAddressMax), limits.BytesPerSecondPerAddressMax, 0, int.MaxValue);
        Check(errors, nameof(limits.ActorsPerStageMax), limits.ActorsPerStageMax, 1, 1_000_000);
        Check(errors, nameof(limits.PostsPerStageMax), limits.PostsPerStageMax, 1, 100_000_000);
        Check(errors, nameof(limits.TimersPerStageMax), limits.TimersPerStageMax, 1, 1_000_000);
        Check(errors, nameof(limits.OffStageComputeThreads), limits.OffStageComputeThreads, 0, 1_024);
        Check(errors, nameof(limits.OffStageWorkMax), limits.OffStageWorkMax, 1, 1_000_000);
        Check(errors, nameof(limits.PeerQueueMessagesMax), limits.PeerQueueMessagesMax, 1, 10_000_000);
        Check(errors, nameof(limits.PeerQueueBytesMax), limits.PeerQueueBytesMax, 1024, Gibibyte);
        Check(errors, nameof(limits.PeerMessageBytesMax), limits.PeerMessageBytesMax, 1024, 8 * 1024 * 1024);
        Check(errors, nameof(limits.PeersMax), limits.PeersMax, 1, 100_000);
        Check(errors, nameof(limits.ServerRequestsMax), limits.ServerRequestsMax, 1, 100_000_000);
        Check(errors, nameof(limits.ApiHandlersMax), limits.ApiHandlersMax, 1, 1_000_000);
        Check(errors, nameof(limits.SlowClientPolicy), (int)limits.SlowClientPolicy, 0, (int)SlowClientPolicy.DropPushes);
        Check(errors, nameof(limits.RateLimitPolicy), (int)limits.RateLimitPolicy, 0, (int)RateLimitPolicy.Close);
    }

    private static void Check(List<string> errors, string name, long value, long min, long max)
    {
        if (value < min || value > max)
        {
            errors.Add(string.Create(CultureInfo.InvariantCulture, $"Limit {name} is {value}; it takes {min} to {max}."));
        }
    }

    private static void Check(List<string> errors, string name, TimeSpan value)
    {
        if (value < ShortestTime || value > LongestTime)
        {
            errors.Add(string.Create(CultureInfo.InvariantCulture, $"Limit {name} is {value}; it takes {ShortestTime} to {LongestTime}."));
        }
    }
}
