using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace PlayHouse.Engine.Hosting;

/// <summary>
/// A certificate in files: PEM with its key next to it or in the same file, or PKCS #12. Intermediate certificates in the file are sent
/// along. The files are looked at once a minute, at a handshake: what replaces them is used without a restart.
/// </summary>
public sealed class CertificateSettings
{
    /// <summary>Path of the certificate, from the host's content root where it is not absolute.</summary>
    public string Path { get; set; } = "";

    /// <summary>Path of the private key in PEM; empty when the certificate's file holds it.</summary>
    public string KeyPath { get; set; } = "";

    /// <summary>Password of the key or of the PKCS #12 file; empty for none.</summary>
    public string Password { get; set; } = "";

    /// <summary>How a listener speaks TLS with it; null with an error in the list when the files cannot be used.</summary>
    internal TlsOptions? Load(string owner, ListenSettings read)
    {
        if (Path.Length == 0)
        {
            read.Errors.Add($"{owner}: Certificate:Path is missing.");
            return null;
        }

        try
        {
            CertificateFile file = new(
                System.IO.Path.Combine(read.ContentRoot, Path),
                KeyPath.Length == 0 ? null : System.IO.Path.Combine(read.ContentRoot, KeyPath),
                Password,
                read.Clock);
            X509Certificate2Collection first = file.Current;
            return new() { Certificate = first[0], Intermediates = [.. first.Skip(1)], RenewedCertificate = () => file.Current };
        }
        catch (Exception exception) when (exception is CryptographicException or IOException or UnauthorizedAccessException)
        {
            read.Errors.Add($"{owner}: the certificate '{Path}' cannot be used ({exception.Message})");
            return null;
        }
    }
}

/// <summary>The certificates of a file, read again after the file has changed. Any thread.</summary>
internal sealed class CertificateFile
{
    private static readonly TimeSpan LookEvery = TimeSpan.FromMinutes(1);

    private readonly string _path;
    private readonly string? _keyPath;
    private readonly string _password;
    private readonly TimeProvider _clock;
    private readonly Lock _reading = new();
    private X509Certificate2Collection _current;
    private DateTime _written;
    private long _lookedAt;

    /// <summary>Reads the files.</summary>
    /// <exception cref="CryptographicException">They hold no certificate with a private key.</exception>
    public CertificateFile(string path, string? keyPath, string password, TimeProvider clock)
    {
        _path = path;
        _keyPath = keyPath;
        _password = password;
        _clock = clock;
        _written = Written();
        _current = Read();
        _lookedAt = clock.GetTimestamp();
    }

    /// <summary>The server's certificate, then its intermediates; the same object until the files have changed.</summary>
    /// <exception cref="Exception">They changed and cannot be read; the next look is a minute later.</exception>
    public X509Certificate2Collection Current
    {
        get
        {
            if (_clock.GetElapsedTime(Volatile.Read(ref _lookedAt)) >= LookEvery && _reading.TryEnter())
            {
                try
                {
                    Look();
                }
                finally
                {
                    _reading.Exit();
                }
            }

            return Volatile.Read(ref _current);
        }
    }

    private void Look()
    {
        Volatile.Write(ref _lookedAt, _clock.GetTimestamp());
        DateTime written = Written();
        if (written != _written)
        {
            Volatile.Write(ref _current, Read());
            _written = written;
        }
    }

    private DateTime Written()
    {
        DateTime certificate = File.GetLastWriteTimeUtc(_path);
        DateTime key = _keyPath is null ? certificate : File.GetLastWriteTimeUtc(_keyPath);
        return certificate > key ? certificate : key;
    }

    private X509Certificate2Collection Read()
    {
        bool isPem = _keyPath is not null || File.ReadAllBytes(_path).AsSpan().IndexOf("-----BEGIN "u8) >= 0;
        X509Certificate2Collection all = isPem ? ReadPem() : X509CertificateLoader.LoadPkcs12CollectionFromFile(_path, _password);
        X509Certificate2 shown = all.FirstOrDefault(c => c.HasPrivateKey) ?? throw new CryptographicException("it holds no private key.");
        return [shown, .. all.Where(c => c != shown)];
    }

    private X509Certificate2Collection ReadPem()
    {
        X509Certificate2Collection all = [];
        all.ImportFromPemFile(_path);
        using X509Certificate2 pem = _password.Length == 0
            ? X509Certificate2.CreateFromPemFile(_path, _keyPath)
            : X509Certificate2.CreateFromEncryptedPemFile(_path, _password, _keyPath);

        // A key that was only read is none to some systems' TLS: imported, it is one everywhere.
        X509Certificate2 shown = X509CertificateLoader.LoadPkcs12(pem.Export(X509ContentType.Pkcs12), null);
        return [shown, .. all.Where(c => !c.RawDataMemory.Span.SequenceEqual(shown.RawDataMemory.Span))];
    }
}
