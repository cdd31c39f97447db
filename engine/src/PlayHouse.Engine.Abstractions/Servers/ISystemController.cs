namespace PlayHouse.Engine;

/// <summary>
/// Handlers of messages from server to server that belong to no stage and no Api controller. One object per server; handlers run in
/// parallel.
/// </summary>
public interface ISystemController
{
    /// <summary>Adds every handler. Called once at start.</summary>
    void Handles(ISystemHandlerRegister register);
}

/// <summary>Takes the handlers of a system controller.</summary>
public interface ISystemHandlerRegister
{
    /// <summary>Calls <paramref name="handler"/> for system messages with this id.</summary>
    /// <exception cref="ArgumentException">The id is taken, or is one of the engine's own.</exception>
    void Add(string msgId, Func<IPacket, IApiLink, ValueTask> handler);
}
