using PlayHouse.Engine.Transport.WebSockets;
using Xunit.Abstractions;

namespace PlayHouse.Engine.Fuzz.WebSocketMessage;

/// <summary>Whatever messages a client sends, in whatever pieces they arrive: the same bytes are passed on, and the rule is broken after the same message.</summary>
public sealed class WebSocketMessageFuzz(ITestOutputHelper output)
{
    private const int EverySplitUpTo = 256;
    private const int EverySplitOneIn = 8;
    private const int RandomSplits = 4;

    [Fact]
    public void AnyMessages_AnySplit_GiveWhatTheOracleSees() => new FuzzRun("websocket-message", output).Start(MessageScripts.Next, Execute);

    private static int Execute(byte[] script, Random random)
    {
        List<ScriptedMessage> messages = MessageScript.Read(script);
        List<(int Accepted, bool IsViolated)> expected = ReferenceShape.Judge(messages);
        Check(messages, expected, (content, _) => [content.Length]);
        Check(messages, expected, (content, _) => [.. Enumerable.Range(1, content.Length), content.Length]);
        for (int i = 0; i < RandomSplits; i++)
        {
            Check(messages, expected, (content, _) => RandomCuts(content, random));
        }

        if (script.Length > EverySplitUpTo || random.Next(EverySplitOneIn) != 0)
        {
            return 2 + RandomSplits;
        }

        int offsets = messages.Sum(m => m.Content.Length);
        for (int cut = 0; cut <= offsets; cut++)
        {
            Check(messages, expected, (content, start) => [Math.Clamp(cut - start, 0, content.Length), content.Length]);
        }

        return 3 + RandomSplits + offsets;
    }

    /// <summary>Gives each message to the shape in pieces that end at <paramref name="endsOf"/> its content and its place among all bytes.</summary>
    private static void Check(List<ScriptedMessage> messages, List<(int Accepted, bool IsViolated)> expected, Func<byte[], int, int[]> endsOf)
    {
        MessageShape shape = new();
        int start = 0;
        for (int i = 0; i < messages.Count; i++)
        {
            ScriptedMessage message = messages[i];
            int[] ends = endsOf(message.Content, start);
            int accepted = 0;
            int at = 0;
            bool isContiguous = true;
            for (int piece = 0; piece < ends.Length; piece++)
            {
                bool isLast = piece == ends.Length - 1;
                isContiguous &= accepted == at || shape.IsViolated;
                accepted += shape.Accept(message.Content.AsSpan(at, ends[piece] - at), message.IsBinary, isLast && message.Ends);
                at = ends[piece];
            }

            Assert.True(isContiguous, "a gap between the bytes that are passed on");
            bool isSame = (accepted, shape.IsViolated) == expected[i];
            Assert.True(isSame, $"message {i}: {accepted} bytes are passed on, violated: {shape.IsViolated}; the oracle {expected[i]}");
            start += message.Content.Length;
        }
    }

    /// <summary>Ascending ends; pieces of nothing are among them.</summary>
    private static int[] RandomCuts(byte[] content, Random random)
    {
        int first = random.Next(content.Length + 1);
        int second = random.Next(first, content.Length + 1);
        return random.Next(2) == 0 ? [first, second, content.Length] : [first, first, second, content.Length, content.Length];
    }
}
