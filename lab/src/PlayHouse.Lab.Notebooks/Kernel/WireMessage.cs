using System.Text.Json.Nodes;
using PlayHouse.Lab.Notebooks.Format;

namespace PlayHouse.Lab.Notebooks.Kernel;

/// <summary>A message of a client whose signature was right. Not changed after it was read.</summary>
/// <param name="Identities">Where the answer goes.</param>
/// <param name="RawHeader">The header's bytes, which everything about this message carries as its parent.</param>
/// <param name="Type">What is asked.</param>
/// <param name="Content">What it is asked with.</param>
internal sealed record WireMessage(IReadOnlyList<byte[]> Identities, byte[] RawHeader, string Type, JsonObject Content)
{
    /// <summary>A text of the content; empty when there is none.</summary>
    public string Text(string name) => IpynbFile.Text(Content[name]) ?? "";

    /// <summary>A switch of the content.</summary>
    public bool Flag(string name, bool otherwise) => Content[name] is JsonValue value && value.TryGetValue(out bool flag) ? flag : otherwise;

    /// <summary>A number of the content; null when there is none.</summary>
    public int? Number(string name) => Content[name] is JsonValue value && value.TryGetValue(out int number) ? number : null;
}
