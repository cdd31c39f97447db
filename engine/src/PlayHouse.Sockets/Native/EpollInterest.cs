namespace PlayHouse.Sockets.Native;

/// <summary>The kernel's bits of interest and readiness in the words of the library. Pure.</summary>
internal static class EpollInterest
{
    /// <summary>What a registration asks the kernel for: both directions, each told of once when it begins.</summary>
    public const uint All = LinuxConstants.EpollIn | LinuxConstants.EpollOut | LinuxConstants.EpollPeerHangUp | LinuxConstants.EpollEdge;

    public static Readiness ReadinessOf(uint ready) =>
        ((ready & LinuxConstants.EpollIn) != 0 ? Readiness.Readable : 0)
        | ((ready & LinuxConstants.EpollOut) != 0 ? Readiness.Writable : 0)
        | ((ready & (LinuxConstants.EpollPeerHangUp | LinuxConstants.EpollHangUp)) != 0 ? Readiness.PeerClosed : 0)
        | ((ready & LinuxConstants.EpollError) != 0 ? Readiness.Failed : 0);
}
