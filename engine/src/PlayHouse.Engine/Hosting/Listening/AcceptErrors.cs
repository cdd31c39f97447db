using System.Net.Sockets;

namespace PlayHouse.Engine.Hosting.Listening;

/// <summary>What an accept error means for the listener.</summary>
internal enum AcceptErrorKind
{
    /// <summary>One connection went away before it was accepted.</summary>
    Transient,

    /// <summary>The system is out of something; trying again at once would spin.</summary>
    BackOff,

    /// <summary>The listening socket cannot accept any more.</summary>
    Fatal,
}

/// <summary>Sorts accept errors and spaces the retries.</summary>
internal static class AcceptErrors
{
    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(5);
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(1);

    public static AcceptErrorKind KindOf(SocketError error) => error switch
    {
        SocketError.ConnectionAborted or SocketError.ConnectionReset or SocketError.ConnectionRefused
            or SocketError.Interrupted or SocketError.TimedOut or SocketError.TryAgain or SocketError.HostUnreachable
            or SocketError.NetworkUnreachable or SocketError.NetworkDown or SocketError.NetworkReset => AcceptErrorKind.Transient,
        SocketError.NotSocket or SocketError.InvalidArgument or SocketError.OperationNotSupported
            or SocketError.OperationAborted or SocketError.Shutdown or SocketError.Fault => AcceptErrorKind.Fatal,
        // Unknown ones back off: a listener that gives up too early is the worse failure.
        _ => AcceptErrorKind.BackOff,
    };

    /// <summary>The pause after <paramref name="previous"/>: 5 ms, then doubling to 1 s.</summary>
    public static TimeSpan NextPause(TimeSpan previous)
    {
        if (previous <= TimeSpan.Zero)
        {
            return FirstPause;
        }

        TimeSpan doubled = previous * 2;
        return doubled < LongestPause ? doubled : LongestPause;
    }
}
