using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace PlayHouse.Engine.Peers.Servers;

/// <summary>A certificate for a server whose client does not look at it: what is measured is the encryption, not the trust.</summary>
internal static class SelfSigned
{
    public static X509Certificate2 Create()
    {
        using ECDsa key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        CertificateRequest request = new("CN=peer", key, HashAlgorithmName.SHA256);
        return request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));
    }
}
