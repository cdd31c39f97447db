using System.Diagnostics.CodeAnalysis;
using System.Text;
using System.Text.Unicode;

namespace PlayHouse.Engine.Strategies.MessageIds;

/// <summary>
/// A new string for every message. The authentication id alone is one object, by which a second authentication is told from a message.
/// </summary>
internal sealed class StringPerMessageIds(string authenticationId)
{
    public static StrategyCounter Made { get; } = new(
        MessageIdCatalog.SeamId, "string-per-message", "made", "strings made", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = MessageIdCatalog.SeamId,
        Id = "string-per-message",
        Type = typeof(StringPerMessageIds),
        Summary = "A new string from the id's bytes for every message.",
        Source = "seed 000 (what its engine does)",
        Counters = [Made],
        Bytes = [new("the string of a known id of 11 bytes", 48, 0)],
    };

    public string AuthenticationId { get; } = authenticationId;

    /// <summary>A string of the id; false when the bytes are not UTF-8. Any thread.</summary>
    public bool TryGet(ReadOnlySpan<byte> utf8, ref MessageIdUse use, [NotNullWhen(true)] out string? id)
    {
        if (!Utf8.IsValid(utf8))
        {
            id = null;
            return false;
        }

        use.Made++;
        string made = Encoding.UTF8.GetString(utf8);
        id = string.Equals(made, AuthenticationId, StringComparison.Ordinal) ? AuthenticationId : made;
        return true;
    }
}
