using PlayHouse.Engine.Protocol;

namespace PlayHouse.Engine.Servers;

/// <summary>Handlers of a server's system controller by message id. Filled at start, read-only afterwards.</summary>
internal sealed class SystemHandlers : ISystemHandlerRegister
{
    private readonly Dictionary<string, Func<IPacket, IApiLink, ValueTask>> _handlers = new(StringComparer.Ordinal);

    /// <summary>The handlers of a controller; none without one.</summary>
    /// <exception cref="ArgumentException">An id is taken twice, or is the engine's.</exception>
    public SystemHandlers(ISystemController? controller) => controller?.Handles(this);

    public Func<IPacket, IApiLink, ValueTask>? Find(string msgId) => _handlers.GetValueOrDefault(msgId);

    public void Add(string msgId, Func<IPacket, IApiLink, ValueTask> handler)
    {
        ArgumentNullException.ThrowIfNull(handler);
        MessageIdRules.Check(msgId);
        if (SystemMessages.IsReserved(msgId))
        {
            throw new ArgumentException($"System message '{msgId}' is the engine's own.", nameof(msgId));
        }

        if (!_handlers.TryAdd(msgId, handler))
        {
            throw new ArgumentException($"System message '{msgId}' has a handler already.", nameof(msgId));
        }
    }
}
