using System.Net.Security;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;

namespace PlayHouse.Engine.Hosting;

/// <summary>Whether clients show a certificate.</summary>
public enum ClientCertificateMode
{
    /// <summary>They are not asked.</summary>
    None,

    /// <summary>They are asked; without one they may come in all the same, with one that is refused they may not.</summary>
    Optional,

    /// <summary>Only clients with an accepted certificate come in.</summary>
    Required,
}

/// <summary>How a listener speaks TLS: versions 1.2 and 1.3, no renegotiation. Immutable; used by many connections at once.</summary>
public sealed record TlsOptions
{
    /// <summary>The server's certificate with its private key.</summary>
    public required X509Certificate2 Certificate { get; init; }

    /// <summary>
    /// Gives the certificate for the next connections, followed by its intermediates, so that one is renewed without a restart; null, the
    /// default, keeps <see cref="Certificate"/>. Asked at each handshake, by several threads: return the same object until there is a new
    /// one, and do not load it here. What it throws, and a certificate without a private key, is reported, and the last one stays in use.
    /// </summary>
    public Func<X509Certificate2Collection>? RenewedCertificate { get; init; }

    /// <summary>Intermediate certificates to send along.</summary>
    public X509Certificate2Collection? Intermediates { get; init; }

    /// <summary>Whether clients show a certificate. Default: they are not asked.</summary>
    public ClientCertificateMode ClientCertificates { get; init; } = ClientCertificateMode.None;

    /// <summary>
    /// Decides about a client's certificate; null accepts what the system's trust store does. Called during the handshake,
    /// from any thread and several at once; false or an exception fails the handshake (<c>closes.handshake-failed</c>).
    /// </summary>
    public Func<X509Certificate2, X509Chain?, SslPolicyErrors, bool>? ValidateClientCertificate { get; init; }

    internal bool AcceptsClient(X509Certificate? certificate, X509Chain? chain, SslPolicyErrors errors)
    {
        if (certificate is null)
        {
            return ClientCertificates != ClientCertificateMode.Required;
        }

        return ValidateClientCertificate?.Invoke((X509Certificate2)certificate, chain, errors) ?? errors == SslPolicyErrors.None;
    }

    internal SslServerAuthenticationOptions Build(X509Certificate2 shown, X509Certificate2Collection? intermediates) => new()
    {
        ServerCertificateContext = SslStreamCertificateContext.Create(shown, intermediates, offline: true),
        ClientCertificateRequired = ClientCertificates != ClientCertificateMode.None,
        RemoteCertificateValidationCallback = (_, certificate, chain, errors) => AcceptsClient(certificate, chain, errors),
        CertificateRevocationCheckMode = X509RevocationMode.NoCheck,
        EnabledSslProtocols = SslProtocols.Tls12 | SslProtocols.Tls13,
        AllowRenegotiation = false,
        EncryptionPolicy = EncryptionPolicy.RequireEncryption,
    };

    internal void Check(string owner, List<string> errors)
    {
        if (Certificate is null || !Certificate.HasPrivateKey)
        {
            errors.Add($"{owner}: the certificate is missing or has no private key.");
        }
    }
}
