using Net.Zmq;

namespace PlayHouse.Engine.Mesh;

/// <summary>How a server proves to others that it is the one it says, and they to it. Its text never shows a key.</summary>
public sealed class MeshSecurity
{
    private string? _publicKey;

    private MeshSecurity(string? secretKey) => SecretKey = secretKey;

    /// <summary>
    /// No proof and no encryption: whatever program reaches the port and knows the id of a listed server can speak as that
    /// server. For a network that only servers reach.
    /// </summary>
    public static MeshSecurity None { get; } = new(null);

    internal string? SecretKey { get; }

    internal bool IsCurve => SecretKey is not null;

    /// <summary>The public key that belongs to the secret one, or null without one. Needs libzmq.</summary>
    internal string? PublicKey => SecretKey is null ? null : _publicKey ??= Derive(SecretKey);

    /// <summary>
    /// CURVE: this server proves that it has a key, takes messages of those only whose keys the directory lists, and all of it is
    /// encrypted. Each server has a pair of keys of its own, see <see cref="MeshKeyPair"/>.
    /// </summary>
    /// <param name="secretKey">The server's secret key, 40 characters in Z85; checked with the server's options.</param>
    public static MeshSecurity Curve(string secretKey)
    {
        ArgumentNullException.ThrowIfNull(secretKey);
        return new MeshSecurity(secretKey);
    }

    /// <summary>What kind it is.</summary>
    public override string ToString() => IsCurve ? "curve" : "none";

    internal void Check(List<string> errors)
    {
        if (SecretKey is not null && !Z85.IsKey(SecretKey))
        {
            errors.Add("Security has a secret key that is not one: it takes 40 characters in Z85, as MeshKeyPair.Create() makes them.");
        }
    }

    private static string Derive(string secretKey) => Context.Has("curve")
        ? Net.Zmq.Curve.DerivePublicKey(secretKey)
        : throw new NotSupportedException(
            "The installed libzmq was built without CURVE: install one that has it, or set Security to MeshSecurity.None.");
}
