using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using PlayHouse.Lab.Notebooks.Format;

namespace PlayHouse.Lab.Notebooks.Kernel;

/// <summary>
/// Between messages and their parts on the wire: routing parts, a delimiter, the signature in hex, then header, parent header, metadata
/// and content as JSON, then buffers, which are not used. Any thread.
/// </summary>
internal sealed class WireCodec(ReadOnlyMemory<byte> key)
{
    /// <summary>The protocol's version.</summary>
    public const string ProtocolVersion = "5.3";

    private const int JsonPartsCount = 4;
    private static readonly byte[] Delimiter = "<IDS|MSG>"u8.ToArray();
    private static readonly JsonSerializerOptions Form = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };
    private readonly byte[] _key = key.ToArray();
    private readonly string _session = Guid.NewGuid().ToString("N");

    /// <summary>The parts of a message of this kernel.</summary>
    /// <param name="routing">Where it goes: routing parts of a request, or a topic.</param>
    /// <param name="type">What it is.</param>
    /// <param name="parent">Header of the request that it is about; null without one.</param>
    /// <param name="content">What it says.</param>
    public byte[][] Encode(IReadOnlyList<byte[]> routing, string type, byte[]? parent, JsonObject content)
    {
        JsonObject header = new()
        {
            ["msg_id"] = Guid.NewGuid().ToString("N"),
            ["session"] = _session,
            ["username"] = "kernel",
            ["date"] = DateTime.UtcNow.ToString("O", CultureInfo.InvariantCulture),
            ["msg_type"] = type,
            ["version"] = ProtocolVersion,
        };
        byte[][] json = [Bytes(header), parent ?? "{}"u8.ToArray(), "{}"u8.ToArray(), Bytes(content)];
        return [.. routing, Delimiter, Encoding.ASCII.GetBytes(Convert.ToHexStringLower(Sign(json))), .. json];
    }

    /// <summary>The message of these parts; null when they are none or its signature is wrong.</summary>
    public WireMessage? Decode(IReadOnlyList<byte[]> parts)
    {
        int at = 0;
        while (at < parts.Count && !parts[at].AsSpan().SequenceEqual(Delimiter))
        {
            at++;
        }

        if (parts.Count < at + 2 + JsonPartsCount)
        {
            return null;
        }

        byte[][] json = [.. parts.Skip(at + 2).Take(JsonPartsCount)];
        if (!IsSigned(parts[at + 1], json))
        {
            return null;
        }

        try
        {
            JsonObject? header = JsonNode.Parse(json[0]) as JsonObject, content = JsonNode.Parse(json[3]) as JsonObject;
            // Counting reads the object: keys that stand twice are found here.
            return content?.Count >= 0 && IpynbFile.Text(header?["msg_type"]) is { } type && IpynbFile.Text(header?["msg_id"]) is not null
                ? new WireMessage([.. parts.Take(at)], json[0], type, content)
                : null;
        }
        catch (Exception e) when (e is JsonException or ArgumentException or InvalidOperationException)
        {
            return null;
        }
    }

    private bool IsSigned(byte[] signature, byte[][] json)
    {
        Span<byte> given = stackalloc byte[HMACSHA256.HashSizeInBytes];
        return signature.Length == 2 * given.Length
            && Convert.FromHexString(Encoding.ASCII.GetString(signature), given, out _, out int written) == System.Buffers.OperationStatus.Done
            && written == given.Length
            && CryptographicOperations.FixedTimeEquals(given, Sign(json));
    }

    private byte[] Sign(byte[][] json)
    {
        using IncrementalHash hash = IncrementalHash.CreateHMAC(HashAlgorithmName.SHA256, _key);
        foreach (byte[] part in json)
        {
            hash.AppendData(part);
        }

        return hash.GetHashAndReset();
    }

    private static byte[] Bytes(JsonObject json) => Encoding.UTF8.GetBytes(json.ToJsonString(Form));
}
