using System.Diagnostics;
using PlayHouse.Lab.Profiling.Roles;

namespace PlayHouse.Lab.Profiling.Tests.Roles;

public sealed class RoleMapTests
{
    private static readonly RoleMap Map = new(
        [
            new RoleRule("outbound", "Game.FastSender"),
            new RoleRule("mailbox", "Server.Mailboxes.*"),
            new RoleRule("any-sender", "Game.*Sender"),
        ],
        [new TypeRule("mailbox segment", "System.*.ConcurrentQueueSegment`1[*")]);

    [Theory]
    [InlineData("Server.Mailboxes.ConcurrentQueueMailbox.Post", "mailbox@Post")]
    [InlineData("Server.Mailboxes.RingMailbox.Post", "mailbox@Post")]
    [InlineData("Server.Mailboxes.RingMailbox..ctor", "mailbox@.ctor")]
    [InlineData("Server.Mailboxes.RingMailbox.Node.Link.lambda#0", "mailbox@Node.Link.lambda#0")]
    [InlineData("Server.Mailboxes.Deeper.Ring.Post", "mailbox@Ring.Post")]
    [InlineData("Server.Mailboxes.Post", "Server.Mailboxes.Post")]
    [InlineData("Server.MailboxesOther.Ring.Post", "Server.MailboxesOther.Ring.Post")]
    [InlineData("Game.FastSender.Send", "outbound@Send")]
    [InlineData("Game.SlowSender.Send", "any-sender@Send")]
    [InlineData("Game.Senders.Send", "Game.Senders.Send")]
    [InlineData("", "")]
    public void Method_FirstRuleThatCoversTheType_NamesTheRole(string method, string expected)
        => Assert.Equal(expected, Map.Method(method));

    [Theory]
    [InlineData("System.Collections.Concurrent.ConcurrentQueueSegment`1[System.Int32]", "mailbox segment")]
    [InlineData("System.Byte[]", "System.Byte[]")]
    public void Type_IsLinedUpOnlyByARule(string type, string expected) => Assert.Equal(expected, Map.Type(type));

    [Fact]
    public void Roles_AreListedOnceInOrder() => Assert.Equal(["outbound", "mailbox", "any-sender"], Map.Roles);

    [Theory]
    [InlineData("*", "", true)]
    [InlineData("*", "abc", true)]
    [InlineData("", "", true)]
    [InlineData("", "a", false)]
    [InlineData("a*c", "abbbc", true)]
    [InlineData("a*c", "abbb", false)]
    [InlineData("a**c", "ac", true)]
    [InlineData("*b*b*", "abab", true)]
    [InlineData("a", "A", false)]
    public void Covers_Star_IsAnyRun(string pattern, string name, bool expected) => Assert.Equal(expected, NamePattern.Covers(pattern, name));

    /// <summary>The oracle tries every way to spend the star; the product of lengths is what the matcher may need.</summary>
    [Fact]
    public void Covers_RandomTexts_AgreesWithTheDefinition()
    {
        var random = new Random(11);
        for (int i = 0; i < 20_000; i++)
        {
            string pattern = Text(random, "ab*", 6);
            string name = Text(random, "ab", 7);
            Assert.True(Defined(pattern, name) == NamePattern.Covers(pattern, name), $"{pattern} {name}");
        }
    }

    [Fact]
    public void Covers_HostilePattern_StaysLinear()
    {
        string pattern = string.Concat(Enumerable.Repeat("*a", 2_000)) + "b";
        string name = new('a', 20_000);
        long before = Stopwatch.GetTimestamp();
        Assert.False(NamePattern.Covers(pattern, name));
        // Backtracking over every star would take longer than the universe has had; a minute is no measurement.
        Assert.True(Stopwatch.GetElapsedTime(before) < TimeSpan.FromMinutes(1));
    }

    private static string Text(Random random, string letters, int lengthMax)
        => string.Concat(Enumerable.Range(0, random.Next(lengthMax + 1)).Select(_ => letters[random.Next(letters.Length)]));

    private static bool Defined(ReadOnlySpan<char> pattern, ReadOnlySpan<char> name)
    {
        if (pattern.IsEmpty)
            return name.IsEmpty;
        if (pattern[0] == '*')
            return Defined(pattern[1..], name) || (!name.IsEmpty && Defined(pattern, name[1..]));
        return !name.IsEmpty && name[0] == pattern[0] && Defined(pattern[1..], name[1..]);
    }
}
