using System.Net.Security;
using System.Security.Cryptography;

namespace PlayHouse.Engine.Tests.Fixtures;

/// <summary>TLS whose goodbye OpenSSL refuses, as it does in the middle of a handshake ("shutdown while in init").</summary>
internal sealed class RefusedGoodbye(Stream inner) : SslStream(inner)
{
    public override Task ShutdownAsync() => Task.FromException(new CryptographicException("shutdown while in init"));
}
