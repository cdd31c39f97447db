using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies.Mailbox;

namespace PlayHouse.Engine.Strategies.MessagePool;

/// <summary>
/// Where route objects come from and go to. Rented on a receive thread, returned on a stage's thread; both may be any
/// thread. A returned object carries an empty slot. The objects are shared by all stages of a server; each stage has a
/// value of its own and counts there, one thread at a time, what it returns. Cost class: per mailbox item.
/// </summary>
internal interface IMessagePool : ICounterSource
{
    /// <summary>An object that no other renter holds.</summary>
    RouteMessage Rent();

    /// <summary>Takes the object back; the caller must not touch it again.</summary>
    void Return(RouteMessage message);
}
