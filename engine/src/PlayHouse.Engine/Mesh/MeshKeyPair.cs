using Net.Zmq;

namespace PlayHouse.Engine.Mesh;

/// <summary>The keys of one server: the secret one is its own, the public one is listed by the directory.</summary>
public sealed class MeshKeyPair
{
    private MeshKeyPair(string publicKey, string secretKey)
    {
        PublicKey = publicKey;
        SecretKey = secretKey;
    }

    /// <summary>For <see cref="ServerEntry.PublicKey"/>: 40 characters in Z85.</summary>
    public string PublicKey { get; }

    /// <summary>For <see cref="MeshSecurity.Curve"/>: 40 characters in Z85. Who has it is the server.</summary>
    public string SecretKey { get; }

    /// <summary>A new pair.</summary>
    /// <exception cref="DllNotFoundException">libzmq is not installed; the message says how to install it.</exception>
    /// <exception cref="ZmqException">libzmq was built without CURVE.</exception>
    public static MeshKeyPair Create()
    {
        (string publicKey, string secretKey) = Curve.GenerateKeypair();
        return new MeshKeyPair(publicKey, secretKey);
    }

    /// <summary>The public key.</summary>
    public override string ToString() => PublicKey;
}
