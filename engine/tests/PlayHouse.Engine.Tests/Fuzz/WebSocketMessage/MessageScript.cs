namespace PlayHouse.Engine.Fuzz.WebSocketMessage;

/// <summary>One message of a connection. The last one may never end.</summary>
internal sealed record ScriptedMessage(bool IsBinary, byte[] Content, bool Ends);

/// <summary>
/// Messages of a connection as bytes, so that any input is a script: per message a byte for its type (even: binary), two
/// little-endian bytes for its length, its content. A length beyond the end is a message that is cut off.
/// </summary>
internal static class MessageScript
{
    public static List<ScriptedMessage> Read(byte[] script)
    {
        List<ScriptedMessage> messages = [];
        for (int at = 0; script.Length - at >= 3;)
        {
            bool isBinary = script[at] % 2 == 0;
            int length = script[at + 1] | (script[at + 2] << 8);
            at += 3;
            int here = Math.Min(length, script.Length - at);
            messages.Add(new ScriptedMessage(isBinary, script[at..(at + here)], here == length));
            at += here;
        }

        return messages;
    }
}
