using System.Text;

namespace PlayHouse.Engine.Client.Connections;

/// <summary>The strings of message ids seen before, so that a known id costs no allocation. One reader.</summary>
internal sealed class MsgIdTexts
{
    // A server has few ids; one that invents them must not grow the client.
    private const int Slots = 256;

    private readonly (byte[] Utf8, string Text)[] _known = new (byte[], string)[Slots];

    public string TextOf(ReadOnlySpan<byte> utf8)
    {
        HashCode hash = default;
        hash.AddBytes(utf8);
        ref (byte[] Utf8, string Text) slot = ref _known[(uint)hash.ToHashCode() % Slots];
        if (slot.Text is null || !utf8.SequenceEqual(slot.Utf8))
        {
            slot = (utf8.ToArray(), Encoding.UTF8.GetString(utf8));
        }

        return slot.Text;
    }
}
