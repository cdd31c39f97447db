namespace PlayHouse.Sockets.Native;

/// <summary>Numbers of Linux's headers, equal on the processors that <see cref="EventLoop.IsSupported"/> names.</summary>
internal static class LinuxConstants
{
    public const int CloseOnExec = 0x80000;
    public const int NonBlocking = 0x800;

    public const int EpollAdd = 1;
    public const int EpollDelete = 2;
    public const uint EpollIn = 0x001;
    public const uint EpollOut = 0x004;
    public const uint EpollError = 0x008;
    public const uint EpollHangUp = 0x010;
    public const uint EpollPeerHangUp = 0x2000;
    public const uint EpollEdge = 1u << 31;

    public const short PollIn = 1;

    public const int Stream = 1;
    public const int FamilyInternet = 2;
    public const int FamilyInternet6 = 10;
    public const int ProtocolTcp = 6;
    public const int NoSignal = 0x4000;
    public const int DontWait = 0x40;
    public const int ShutdownSend = 1;
    public const int LevelSocket = 1;
    public const int OptionReuseAddress = 2;
    public const int OptionError = 4;
    public const int OptionLinger = 13;
    public const int OptionNoDelay = 1;

    public const int PrctlSetTimerSlack = 29;
}
