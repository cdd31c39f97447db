using System.Text;
using PlayHouse.Lab.Profiling.Roles;
using PlayHouse.Lab.Runner.Roles;
using PlayHouse.Lab.Runner.Validate;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Runner.Tests.Roles;

public sealed class RoleFileTests
{
    internal const string Good = """
        version: 1
        roles:
          - role: outbound
            types: [Game.FastSender, "Game.Senders.*"]
          - role: my-mailbox
            types: [PlayHouse.Engine.Strategies.Mailbox.*]
        objectTypes:
          - name: queue node
            types: ["System.Collections.Concurrent.ConcurrentQueueSegment`1[*"]

        """;

    [Fact]
    public void Parse_GoodFile_PutsItsRulesInFrontOfTheSeams()
    {
        RoleMap map = Parse(Good).Required();

        Assert.Equal("outbound@Send", map.Method("Game.FastSender.Send"));
        Assert.Equal("outbound@Send", map.Method("Game.Senders.Slow.Send"));
        Assert.Equal("my-mailbox@Post", map.Method("PlayHouse.Engine.Strategies.Mailbox.MpscRingMailbox.Post"));
        Assert.Equal("reply-codec@Encode", map.Method("PlayHouse.Engine.Strategies.ReplyCodec.WriteToSpanReplyCodec.Encode"));
        Assert.Equal("queue node", map.Type("System.Collections.Concurrent.ConcurrentQueueSegment`1[System.Int32]"));
    }

    [Theory]
    [InlineData("version: 1\nroles:\n  - role: Out\n    types: [A]\n", 3, "small letters")]
    [InlineData("version: 1\nroles:\n  - role: out\n    types: [a@b]\n", 4, "without @")]
    [InlineData("version: 1\nroles:\n  - role: out\n    types: []\n", 4, "has 0 items")]
    [InlineData("version: 1\nroles:\n  - role: out\n", 3, "lacks the key 'types'")]
    [InlineData("version: 1\nrole: []\n", 2, "no key 'role'")]
    [InlineData("version: 1\nobjectTypes:\n  - name: x\n    types: [1]\n", 4, "takes text")]
    [InlineData("roles: []\n", 1, "lacks the key 'version'")]
    public void Parse_WrongFile_NamesLineAndCause(string text, int line, string expected)
    {
        LoadedFile<RoleMap> file = Parse(text);

        Assert.Null(file.Value);
        Assert.Contains(file.Problems, p => p.Line == line && p.Message.Contains(expected, StringComparison.Ordinal));
    }

    [Fact]
    public void Of_WorkspaceWithoutFile_IsThatOfTheSeams()
    {
        string root = Directory.CreateTempSubdirectory("plab-roles-").FullName;
        try
        {
            Assert.Same(SeamRoles.Map, RoleFile.Of(new LabWorkspace(root)));
            File.WriteAllText(Path.Combine(root, RoleFile.FileName), "version: 3\n");
            Assert.Contains("roles.yaml:1:", Assert.Throws<LabInputException>(() => RoleFile.Of(new LabWorkspace(root))).Errors[0], StringComparison.Ordinal);
        }
        finally
        {
            Directory.Delete(root, recursive: true);
        }
    }

    private static LoadedFile<RoleMap> Parse(string text) => RoleFile.Parse("roles.yaml", Encoding.UTF8.GetBytes(text));
}
