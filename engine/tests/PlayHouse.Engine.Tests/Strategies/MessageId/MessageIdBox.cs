using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.MessageIds;

namespace PlayHouse.Engine.Tests.Strategies.MessageId;

/// <summary>Any strategy of the seam, for suites.</summary>
internal static class MessageIdBox
{
    public const string AuthenticationId = "AuthenticateRequest";

    public static MessageIdLookup Create(StrategyChoice choice, int idsMax = 64) => choice.Id switch
    {
        "string-per-message" => new MessageIdLookup(new StringPerMessageIds(AuthenticationId)),
        "interned-table" => new MessageIdLookup(new MessageIdTable(idsMax), "AuthenticateRequest"u8),
        _ => throw Variants.NoFactory("message-id", choice.Id),
    };
}
