using System.Security.Cryptography;
using System.Text;

namespace PlayHouse.Dashboard.Services.Access;

/// <summary>
/// Codes that open the door: each of a sign-in link works once and for a short time, the code of an administrator always. Only hashes are
/// kept, and every comparison takes the same time whatever is sent. Any thread.
/// </summary>
internal sealed class SignInCodes(DashboardOptions options, TimeProvider clock)
{
    private const int CodeBytes = 32;
    private readonly Lock _gate = new();
    private readonly List<(byte[] Hash, DateTimeOffset Until)> _links = [];
    private readonly byte[]? _token = options.Token is { } token ? HashOf(token) : null;
    private DateTimeOffset _minute;
    private int _wrongCodes;

    /// <summary>A new code for a link.</summary>
    public string Issue()
    {
        string code = NewSecret();
        lock (_gate)
        {
            if (_links.Count >= options.Limits.LinksMax)
            {
                _links.RemoveAt(0);
            }

            _links.Add((HashOf(code), clock.GetUtcNow() + options.Limits.LinkLifetime));
        }

        return code;
    }

    /// <summary>True when the code is good; a link's code is void from then on.</summary>
    public bool Redeem(string code)
    {
        byte[] hash = HashOf(code);
        DateTimeOffset now = clock.GetUtcNow();
        lock (_gate)
        {
            if (now - _minute >= TimeSpan.FromMinutes(1))
            {
                _minute = now;
                _wrongCodes = 0;
            }

            if (_wrongCodes >= options.Limits.WrongCodesPerMinuteMax)
            {
                return false;
            }

            _links.RemoveAll(l => l.Until <= now);
            // All are compared, so that the time tells nothing about which came close.
            int used = -1;
            for (int i = 0; i < _links.Count; i++)
            {
                used = CryptographicOperations.FixedTimeEquals(_links[i].Hash, hash) ? i : used;
            }

            bool isToken = _token is not null && CryptographicOperations.FixedTimeEquals(_token, hash);
            if (used >= 0)
            {
                _links.RemoveAt(used);
            }

            bool isGood = used >= 0 || isToken;
            _wrongCodes += isGood ? 0 : 1;
            return isGood;
        }
    }

    /// <summary>256 random bits that fit a link and a cookie.</summary>
    public static string NewSecret() =>
        Convert.ToBase64String(RandomNumberGenerator.GetBytes(CodeBytes)).TrimEnd('=').Replace('+', '-').Replace('/', '_');

    /// <summary>What is kept of a secret.</summary>
    public static byte[] HashOf(string secret) => SHA256.HashData(Encoding.UTF8.GetBytes(secret));
}
