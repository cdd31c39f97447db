namespace PlayHouse.Engine;

/// <summary>
/// A group of Api handlers. The class is resolved from a new dependency-injection scope for every message; once at start
/// an instance is asked for its handlers.
/// </summary>
public interface IApiController
{
    /// <summary>Adds every handler. Called once at start; must not keep state in the instance.</summary>
    void Handles(IApiHandlerRegister register);
}

/// <summary>Takes the handlers of a controller.</summary>
public interface IApiHandlerRegister
{
    /// <summary>Calls <paramref name="handler"/>, an instance method of the controller, for messages with this id.</summary>
    /// <exception cref="ArgumentException">The id is taken, or the handler is not an instance method of the controller.</exception>
    void Add(string msgId, Func<IPacket, IApiLink, ValueTask> handler);
}
