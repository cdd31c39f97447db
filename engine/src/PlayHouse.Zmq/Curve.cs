using System.Text;

namespace Net.Zmq;

/// <summary>Keys of CURVE, as text of 40 characters in Z85. Any thread.</summary>
internal static unsafe class Curve
{
    private const int KeyChars = 40;

    /// <summary>A new pair of keys.</summary>
    /// <exception cref="DllNotFoundException">libzmq is not installed; the message says how to install it.</exception>
    /// <exception cref="ZmqException">libzmq was built without CURVE.</exception>
    public static (string PublicKey, string SecretKey) GenerateKeypair()
    {
        byte* publicKey = stackalloc byte[KeyChars + 1];
        byte* secretKey = stackalloc byte[KeyChars + 1];
        return Native.CurveKeyPair(publicKey, secretKey) == 0 ? (Text(publicKey), Text(secretKey)) : throw ZmqException.Last();
    }

    /// <summary>The public key of a secret one.</summary>
    /// <exception cref="DllNotFoundException">libzmq is not installed; the message says how to install it.</exception>
    /// <exception cref="ZmqException">Not a key, or libzmq was built without CURVE.</exception>
    public static string DerivePublicKey(string secretKey)
    {
        ArgumentNullException.ThrowIfNull(secretKey);
        byte* publicKey = stackalloc byte[KeyChars + 1];
        fixed (byte* secret = Context.NullTerminated(secretKey))
        {
            return Native.CurvePublic(publicKey, secret) == 0 ? Text(publicKey) : throw ZmqException.Last();
        }
    }

    private static string Text(byte* key) => Encoding.ASCII.GetString(key, KeyChars);
}
