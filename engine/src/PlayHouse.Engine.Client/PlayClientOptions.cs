using System.Net.Security;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;

namespace PlayHouse.Engine.Client;

/// <summary>Where callbacks run: reply callbacks, pushes and connection events. Never two at a time.</summary>
public enum ClientDelivery
{
    /// <summary>On the client's own tasks, at once. A slow callback stops the reading, which the server sees as a slow client.</summary>
    OnReadingTask,

    /// <summary>In <see cref="PlayClient.Pump"/>, on the thread that calls it: for the main loop of a game.</summary>
    Pumped,
}

/// <summary>Time-outs, limits and choices of a client. The defaults are the protocol's.</summary>
/// <example><code>
/// var options = new PlayClientOptions { Delivery = ClientDelivery.Pumped, Reconnect = new ReconnectPolicy() };
/// </code></example>
public sealed record PlayClientOptions
{
    /// <summary>
    /// How long a request waits for its reply, 30 s. Then it fails with <see cref="ErrorCodes.ClientRequestTimeout"/>; a late reply is
    /// counted and dropped.
    /// </summary>
    public TimeSpan RequestTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>Time between heartbeats of an authenticated client, 10 s.</summary>
    public TimeSpan HeartbeatInterval { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>
    /// Silence of the server after which an authenticated client gives up, 30 s. Time in which the client itself does not read is no
    /// silence.
    /// </summary>
    public TimeSpan SilenceTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>
    /// Longest time for a connection with its handshakes, 10 s. Then connecting fails with <see cref="ErrorCodes.ClientDisconnected"/>.
    /// </summary>
    public TimeSpan ConnectTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>Longest time that disposal gives messages which are not on the network yet, 1 s; what is left is dropped.</summary>
    public TimeSpan CloseTimeout { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>
    /// Bytes of messages that may wait behind the write under way, 4 MiB; a single longer message is taken when none waits.
    /// Beyond it the async methods wait and <see cref="PlayClient.Request"/> refuses with <see cref="ErrorCodes.ClientBusy"/>.
    /// </summary>
    public int SendBufferBytesMax { get; init; } = 4 * 1024 * 1024;

    /// <summary>Where callbacks run; <see cref="ClientDelivery.OnReadingTask"/> by default.</summary>
    public ClientDelivery Delivery { get; init; }

    /// <summary>
    /// Messages that wait for <see cref="PlayClient.Pump"/>, 8,192. Beyond it the client stops reading until the caller pumps:
    /// nothing is dropped here, and the server applies its policy for slow clients.
    /// </summary>
    public int PumpMessagesMax { get; init; } = 8_192;

    /// <summary>
    /// Payload bytes that wait for <see cref="PlayClient.Pump"/>, 16 MiB, same reaction; one message is always taken when none waits.
    /// </summary>
    public int PumpBytesMax { get; init; } = 16 * 1024 * 1024;

    /// <summary>How a lost connection is taken up again; null (default) leaves that to the caller.</summary>
    public ReconnectPolicy? Reconnect { get; init; }

    /// <summary>TLS of <c>tls://</c> and <c>wss://</c>.</summary>
    public ClientTlsOptions Tls { get; init; } = new();

    /// <summary>
    /// The clock of every time-out, heartbeat and delay; the system's by default. A test that hands in its own moves time itself.
    /// </summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;

    /// <summary>All values outside their range, one sentence each; empty when the options can be used.</summary>
    public IReadOnlyList<string> Errors()
    {
        List<string> errors = [];
        CheckTime(errors, nameof(RequestTimeout), RequestTimeout);
        CheckTime(errors, nameof(HeartbeatInterval), HeartbeatInterval);
        CheckTime(errors, nameof(SilenceTimeout), SilenceTimeout);
        CheckTime(errors, nameof(ConnectTimeout), ConnectTimeout);
        CheckTime(errors, nameof(CloseTimeout), CloseTimeout);
        CheckSize(errors, nameof(SendBufferBytesMax), SendBufferBytesMax);
        CheckSize(errors, nameof(PumpMessagesMax), PumpMessagesMax);
        CheckSize(errors, nameof(PumpBytesMax), PumpBytesMax);
        Reconnect?.Check(errors);
        return errors;
    }

    internal static void CheckTime(List<string> errors, string name, TimeSpan value)
    {
        if (value < TimeSpan.FromMilliseconds(1) || value > TimeSpan.FromDays(1))
        {
            errors.Add($"{name} is {value}; it takes 1 ms to one day.");
        }
    }

    private static void CheckSize(List<string> errors, string name, int value)
    {
        if (value is < 1 or > 1 << 30)
        {
            errors.Add($"{name} is {value}; it takes 1 to {1 << 30}.");
        }
    }
}

/// <summary>TLS of a client.</summary>
public sealed record ClientTlsOptions
{
    /// <summary>Name that the server's certificate must carry; null takes the host of the address.</summary>
    public string? TargetHost { get; init; }

    /// <summary>Decides about the server's certificate instead of the system's rules; null keeps those.</summary>
    /// <example>Accept one known certificate: <c>(_, certificate, _, _) => certificate?.GetCertHashString() == pinned</c>.</example>
    public RemoteCertificateValidationCallback? ServerCertificateValidation { get; init; }

    /// <summary>Certificates of this client with their private keys, for servers that ask for one.</summary>
    public X509CertificateCollection ClientCertificates { get; init; } = [];

    /// <summary>Versions; <see cref="SslProtocols.None"/> (default) leaves the choice to the system.</summary>
    public SslProtocols Protocols { get; init; } = SslProtocols.None;
}

/// <summary>
/// Automatic reconnect: attempt n follows after <see cref="FirstDelay"/>·2ⁿ, at most <see cref="DelayMax"/>, less a random part, so that
/// many clients of a restarted server do not come back at the same moment.
/// </summary>
public sealed record ReconnectPolicy
{
    /// <summary>Delay before the first attempt, 500 ms.</summary>
    public TimeSpan FirstDelay { get; init; } = TimeSpan.FromMilliseconds(500);

    /// <summary>Longest delay, 30 s.</summary>
    public TimeSpan DelayMax { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>Share of a delay that chance may take away, 0 to 1; 0.5 by default.</summary>
    public double Jitter { get; init; } = 0.5;

    /// <summary>Attempts for one loss, 10; then the client gives up with <see cref="PlayClient.Disconnected"/>.</summary>
    public int AttemptsMax { get; init; } = 10;

    internal TimeSpan DelayOf(int attempt, double chance)
    {
        double grown = FirstDelay.TotalMilliseconds * Math.Pow(2, Math.Min(attempt, 30));
        return TimeSpan.FromMilliseconds(Math.Min(grown, DelayMax.TotalMilliseconds) * (1 - (Jitter * chance)));
    }

    internal void Check(List<string> errors)
    {
        PlayClientOptions.CheckTime(errors, nameof(FirstDelay), FirstDelay);
        PlayClientOptions.CheckTime(errors, nameof(DelayMax), DelayMax);
        if (!(Jitter is >= 0 and <= 1))
        {
            errors.Add($"{nameof(Jitter)} is {Jitter}; it takes 0 to 1.");
        }

        if (AttemptsMax < 1)
        {
            errors.Add($"{nameof(AttemptsMax)} is {AttemptsMax}; it takes 1 or more.");
        }
    }
}
