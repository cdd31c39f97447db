using System.Net;
using PlayHouse.Lab.Control;
using PlayHouse.Lab.Load.Wire;

namespace PlayHouse.Lab.Load.Io;

/// <summary>System.Net.Sockets: callbacks receive, a thread of its own sends. For systems without epoll, and to compare with.</summary>
internal sealed class SocketIo : LoadIo
{
    private PacingThread? _pacing;

    /// <inheritdoc/>
    public override string Name => LoopNames.Sockets;

    /// <inheritdoc/>
    public override async Task<Transport[]> OpenAllAsync(
        ScenarioWire wire, EndPoint target, int count, IControlOutput output, CancellationToken cancellationToken) =>
        [.. (await SocketOpener.OpenAllAsync(wire, target, count, output, cancellationToken)).Select(s => new SocketTransport(s))];

    /// <inheritdoc/>
    public override void StartPacing(IPacer pacer)
    {
        _pacing = new PacingThread(pacer);
        _pacing.Start();
    }

    /// <inheritdoc/>
    public override void Stop() => _pacing?.Stop();
}
