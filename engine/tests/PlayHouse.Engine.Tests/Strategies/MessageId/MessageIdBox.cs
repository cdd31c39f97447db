using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.MessageIds;

namespace PlayHouse.Engine.Tests.Strategies.MessageId;

/// <summary>Any strategy of the seam, for suites.</summary>
internal static class MessageIdBox
{
    public const string AuthenticationId = "AuthenticateRequest";

    public static MessageIdLookup Create(StrategyChoice choice, int idsMax = 64) =>
        Variants.Composer("message-id", choice).TypeOf("message-id") == typeof(MessageIdTable)
            ? new MessageIdLookup(new MessageIdTable(idsMax), "AuthenticateRequest"u8)
            : new MessageIdLookup(new StringPerMessageIds(AuthenticationId));
}
