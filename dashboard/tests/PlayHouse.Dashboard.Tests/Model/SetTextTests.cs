using PlayHouse.Dashboard.Model;

namespace PlayHouse.Dashboard.Tests.Model;

public sealed class SetTextTests
{
    [Theory]
    [InlineData("mailbox:buffer-block", "mailbox:buffer-block")]
    [InlineData("reply-codec:write-to-span,mailbox:buffer-block;capacity=64", "mailbox:buffer-block;capacity=64,reply-codec:write-to-span")]
    [InlineData("message-pool:object-pool;retained=6x4", "message-pool:object-pool;retained=6x4")]
    [InlineData("mailbox:a,mailbox:b", "mailbox:b")]
    [InlineData(null, "")]
    [InlineData("", "")]
    [InlineData("mailbox", "")]
    [InlineData("Mailbox:buffer-block", "")]
    [InlineData("mailbox:buffer block", "")]
    [InlineData("mailbox:../../etc,lock:spin-lock", "lock:spin-lock")]
    [InlineData("mailbox:<script>", "")]
    [InlineData("mailbox:buffer-block;capacity=", "")]
    [InlineData("mailbox:buffer-block\n", "")]
    public void Text_OfAnAddress_IsReadAndWrittenInOneOrder(string? text, string written) => Assert.Equal(written, SetText.Write(SetText.Read(text)));

    [Fact]
    public void Text_WithoutEnd_IsBounded()
    {
        Assert.Empty(SetText.Read(new string('a', 100_000)));
        Assert.True(SetText.Read(string.Join(',', Enumerable.Range(0, 300).Select(i => $"s{i}:x"))).Count <= 64);
    }

    [Fact]
    public void Knob_ThatIsNoNumber_StaysVisibleAndIsRefusedByTheEngine()
    {
        SeamChoice choice = SeamChoice.Of("object-pool").With("retained", SetText.Knob("1 2,x;"));

        Assert.Equal("12x", choice.Knobs["retained"]);
        Assert.True(double.IsNaN(choice.ToChoice().Knobs["retained"]));
        Assert.Empty(choice.With("retained", "").Knobs);
        Assert.Equal("", SetText.Knob(new string('1', 25)));
    }
}
