namespace PlayHouse.Engine.Fuzz.WebSocketMessage;

/// <summary>The oracle: looks at whole messages only.</summary>
internal static class ReferenceShape
{
    /// <summary>How many bytes of each message are passed on, and whether the rule is broken after it.</summary>
    public static List<(int Accepted, bool IsViolated)> Judge(List<ScriptedMessage> messages)
    {
        List<(int Accepted, bool IsViolated)> answers = [];
        bool isViolated = false;
        foreach (ScriptedMessage message in messages)
        {
            isViolated |= !message.IsBinary;
            long frame = FrameBytes(message.Content);
            int accepted = isViolated ? 0 : (int)Math.Min(frame, message.Content.Length);
            isViolated |= message.Content.Length > frame || (message.Ends && message.Content.Length < frame);
            answers.Add((accepted, isViolated));
        }

        return answers;
    }

    /// <summary>Size of the frame a message begins with; its length alone if that is not positive, more than there is if not even the length is whole.</summary>
    private static long FrameBytes(byte[] content) => content.Length < 4 ? 4 : 4L + Math.Max(0, BitConverter.ToInt32(content));
}
