using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies.Mailbox;

namespace PlayHouse.Engine.Strategies.RouteObject;

/// <summary>
/// The form in which a slot crosses from receive to stage. <see cref="Wrap"/> runs on the receive thread,
/// <see cref="Unwrap"/> on the stage's thread, once each per mailbox item. Cost class: per mailbox item.
/// </summary>
/// <typeparam name="TItem">What the mailbox stores.</typeparam>
internal interface IRouteObject<TItem> : ICounterSource
{
    /// <summary>The mailbox item that carries <paramref name="slot"/>.</summary>
    TItem Wrap(in MessageSlot slot);

    /// <summary>The slot of an item; the item is recycled and must not be used again.</summary>
    MessageSlot Unwrap(in TItem item);
}
