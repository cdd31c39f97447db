using System.Security.Cryptography;

namespace PlayHouse.Dashboard.Services.Access;

/// <summary>Browsers that are signed in. They live as long as the process. Any thread.</summary>
internal sealed class Sessions(DashboardLimits limits, TimeProvider clock)
{
    private readonly Lock _gate = new();
    private readonly List<Session> _sessions = [];

    /// <summary>The cookie of a dashboard: cookies know no ports, so the name carries it.</summary>
    public static string CookieName(int port) => FormattableString.Invariant($"plab-{port}");

    /// <summary>A new session; its secret goes into the cookie and nowhere else.</summary>
    public string Begin()
    {
        string secret = SignInCodes.NewSecret();
        lock (_gate)
        {
            if (_sessions.Count >= limits.SessionsMax)
            {
                _sessions.RemoveAt(0);
            }

            _sessions.Add(new Session(SignInCodes.HashOf(secret)) { LastUse = clock.GetUtcNow() });
        }

        return secret;
    }

    /// <summary>True when the secret is that of a session; renews it.</summary>
    public bool IsOpen(string secret)
    {
        DateTimeOffset now = clock.GetUtcNow();
        lock (_gate)
        {
            _sessions.RemoveAll(s => now - s.LastUse >= limits.SessionIdleMax);
            if (Find(secret) is not { } session)
            {
                return false;
            }

            session.LastUse = now;
            return true;
        }
    }

    /// <summary>Ends a session.</summary>
    public void End(string secret)
    {
        lock (_gate)
        {
            if (Find(secret) is { } session)
            {
                _sessions.Remove(session);
            }
        }
    }

    private Session? Find(string secret)
    {
        byte[] hash = SignInCodes.HashOf(secret);
        Session? found = null;
        foreach (Session session in _sessions)
        {
            found = CryptographicOperations.FixedTimeEquals(session.Hash, hash) ? session : found;
        }

        return found;
    }

    private sealed class Session(byte[] hash)
    {
        public byte[] Hash { get; } = hash;

        public DateTimeOffset LastUse { get; set; }
    }
}
