using Net.Zmq;

namespace PlayHouse.Lab.Notebooks.Kernel;

/// <summary>Answers pings with themselves and meanwhile looks whether the process that started the kernel is still there. One thread.</summary>
internal sealed class HeartbeatLoop : IDisposable
{
    private static readonly TimeSpan LookPeriod = TimeSpan.FromSeconds(2);
    private readonly Socket _socket;
    private readonly Func<bool> _isWanted;
    private readonly Action _stop;

    public HeartbeatLoop(Context context, string address, Func<bool> isWanted, Action stop)
    {
        (_isWanted, _stop) = (isWanted, stop);
        _socket = KernelSockets.Bind(context, SocketType.Rep, address, KernelLimits.PingBytesMax);
    }

    public void Run()
    {
        using Message ping = new();
        using Poller poller = new(1);
        poller.Add(_socket, PollEvents.In);
        while (_isWanted())
        {
            if (poller.Poll(LookPeriod) > 0 && _socket.TryRecv(ping, out _))
            {
                while (ping.More)
                {
                    _socket.Recv(ping);
                }

                _socket.Send(ping);
            }
        }

        _stop();
    }

    public void Dispose() => _socket.Dispose();
}
