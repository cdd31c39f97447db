using System.Text;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.MessageIds;

namespace PlayHouse.Engine.Tests.Strategies.MessageId;

public sealed class MessageIdContractTests
{
    public static TheoryData<string> All => Variants.Of("message-id");

    [Theory]
    [MemberData(nameof(All))]
    public void TryGet_AnyLegalId_GivesItsText(string id)
    {
        MessageIdLookup lookup = MessageIdBox.Create(StrategyChoice.Of(id));
        MessageIdUse use = new() { NewIdsLeft = 8 };
        string[] texts = ["a", "EchoRequest", "요청", new string('x', 128), .. Enumerable.Range(0, 200).Select(i => "id" + i)];
        foreach (string text in texts)
        {
            Assert.True(lookup.TryGet(Encoding.UTF8.GetBytes(text), ref use, out string? got));
            Assert.Equal(text, got);
        }

        Assert.Equal(texts.Length, use.Made + use.Found + use.Missed);
        Assert.Equal(id == "string-per-message" ? texts.Length : 0, use.Made);
    }

    [Theory]
    [MemberData(nameof(All))]
    public void TryGet_NotUtf8_IsRefused(string id)
    {
        MessageIdLookup lookup = MessageIdBox.Create(StrategyChoice.Of(id));
        MessageIdUse use = new() { NewIdsLeft = 8 };
        foreach (string hex in new[] { "C328", "FF", "EDA080", "61C3", "F5808080" })
        {
            Assert.False(lookup.TryGet(Convert.FromHexString(hex), ref use, out string? got));
            Assert.Null(got);
        }

        Assert.Equal(id == "string-per-message" ? 0 : 5, use.Missed);
    }

    [Theory]
    [MemberData(nameof(All))]
    public void TryGet_AuthenticationId_IsAlwaysTheOneObject(string id)
    {
        MessageIdLookup lookup = MessageIdBox.Create(StrategyChoice.Of(id));
        MessageIdUse use = default;
        for (int i = 0; i < 3; i++)
        {
            Assert.True(lookup.TryGet("AuthenticateRequest"u8, ref use, out string? got));
            Assert.Same(lookup.AuthenticationId, got);
            Assert.Equal(MessageIdBox.AuthenticationId, got);
        }
    }

    [Theory]
    [MemberData(nameof(All))]
    public void TryGet_FromManyThreads_GivesEachItsOwnText(string id)
    {
        MessageIdLookup lookup = MessageIdBox.Create(StrategyChoice.Of(id), idsMax: 16);
        Concurrent.Run([.. Enumerable.Range(0, 4).Select(thread => (Action)(() =>
        {
            MessageIdUse use = new() { NewIdsLeft = 16 };
            for (int i = 0; i < 5_000; i++)
            {
                string text = $"id{(i * 7 + thread) % 40}";
                Assert.True(lookup.TryGet(Encoding.UTF8.GetBytes(text), ref use, out string? got));
                Assert.Equal(text, got);
            }
        }))]);
        Assert.InRange(lookup.Count, 0, 16 + 1);
    }

    [Fact]
    public void StringPerMessage_SameId_IsANewObjectEachTime()
    {
        MessageIdLookup lookup = MessageIdBox.Create(StrategyChoice.Of("string-per-message"));
        MessageIdUse use = default;
        lookup.TryGet("EchoRequest"u8, ref use, out string? first);
        lookup.TryGet("EchoRequest"u8, ref use, out string? second);

        Assert.Equal(first, second);
        Assert.NotSame(first, second);
        Assert.Equal((0, 0L), (lookup.Count, lookup.Uncached));
    }
}
