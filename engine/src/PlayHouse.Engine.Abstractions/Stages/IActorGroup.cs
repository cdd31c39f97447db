using Google.Protobuf;

namespace PlayHouse.Engine;

/// <summary>
/// Actors of one stage that get the same pushes: a team, a channel, an area of interest. On the stage only: elsewhere every member throws
/// <see cref="InvalidOperationException"/>. An actor that leaves the stage leaves its groups.
/// </summary>
public interface IActorGroup
{
    /// <summary>Members.</summary>
    int Count { get; }

    /// <summary>Adds a member of the stage; false when it is in the group already.</summary>
    /// <exception cref="ArgumentException">The actor is not a member of the stage.</exception>
    bool Add(IActor actor);

    /// <summary>Removes a member; false when it was none.</summary>
    bool Remove(IActor actor);

    /// <summary>True for a member.</summary>
    bool Contains(IActor actor);

    /// <summary>Pushes to every connected member except <paramref name="except"/>; encoded once. Returns the recipients.</summary>
    int SendToClients(IMessage message, IActor? except = null);

    /// <summary>
    /// Pushes bytes to every connected member except <paramref name="except"/>; the frame is built once. Returns the recipients.
    /// </summary>
    int SendToClients(string msgId, ReadOnlySpan<byte> payload, IActor? except = null);
}
