using System.Net.Security;
using System.Security.Cryptography.X509Certificates;

namespace PlayHouse.Engine.Hosting.Listening;

/// <summary>
/// What the connections of one listener shake hands with: built once for each certificate, because the library keeps sessions that
/// clients resume with the object that was built. Any thread.
/// </summary>
internal sealed class TlsIdentity
{
    private readonly TlsOptions _tls;
    private readonly Action<Exception> _report;
    private volatile Built _built;

    public TlsIdentity(TlsOptions tls, Action<Exception> report)
    {
        _tls = tls;
        _report = report;
        _built = new Built(null, tls.Build(tls.Certificate, tls.Intermediates));
    }

    /// <summary>For the next handshake.</summary>
    public SslServerAuthenticationOptions Current
    {
        get
        {
            Built built = _built;
            try
            {
                X509Certificate2Collection? renewed = _tls.RenewedCertificate?.Invoke();
                if (renewed is null || ReferenceEquals(renewed, built.Of))
                {
                    return built.Options;
                }

                if (renewed is not [{ HasPrivateKey: true } shown, ..])
                {
                    throw new InvalidOperationException("The renewed certificate has no private key; the last one stays in use.");
                }

                // Two at once build it twice, and one of both is kept.
                return (_built = new Built(renewed, _tls.Build(shown, [.. renewed.Skip(1)]))).Options;
            }
            catch (Exception exception)
            {
                _report(exception);
                return built.Options;
            }
        }
    }

    private sealed record Built(X509Certificate2Collection? Of, SslServerAuthenticationOptions Options);
}
