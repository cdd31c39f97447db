using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using PlayHouse.Engine.Strategies.Mailbox;

namespace PlayHouse.Engine.Tests.Strategies.MessagePool;

/// <summary>The promises of the pool contract as checks that throw, so that broken pools can be shown to fail them.</summary>
internal static class MessagePoolContract
{
    /// <summary>Half of the threads rent, half return, as receive and stage threads do: no object has two holders.</summary>
    public static void CheckOneHolder(MessagePoolBox pool, int pairs, int objectsPerPair)
    {
        ConcurrentDictionary<RouteMessage, int> held = new(new ByReference());
        Action[] bodies = new Action[2 * pairs];
        bool isBroken = false;
        for (int p = 0; p < pairs; p++)
        {
            ConcurrentQueue<RouteMessage> handedOver = new();
            bodies[2 * p] = () =>
            {
                for (int i = 0; i < objectsPerPair; i++)
                {
                    RouteMessage message = pool.Rent();
                    if (!held.TryAdd(message, 0))
                    {
                        Volatile.Write(ref isBroken, true);
                        throw new InvalidOperationException("An object was rented while another holder had it.");
                    }

                    if (message.Slot != default)
                    {
                        Volatile.Write(ref isBroken, true);
                        throw new InvalidOperationException("A rented object still carries a slot.");
                    }

                    handedOver.Enqueue(message);
                }
            };
            bodies[(2 * p) + 1] = () =>
            {
                for (int i = 0; i < objectsPerPair; i++)
                {
                    RouteMessage? message = null;
                    Concurrent.Until(() => handedOver.TryDequeue(out message) || Volatile.Read(ref isBroken), () => $"{i} of {objectsPerPair} objects were handed over");
                    if (message is null)
                    {
                        return;
                    }

                    held.TryRemove(message, out _);
                    pool.Return(message);
                }
            };
        }

        Concurrent.Run(bodies);
    }

    /// <summary>How many of <paramref name="objects"/> returned objects come out again.</summary>
    public static int CountReused(MessagePoolBox pool, int objects)
    {
        HashSet<RouteMessage> first = new(new ByReference());
        for (int i = 0; i < objects; i++)
        {
            Assert.True(first.Add(pool.Rent()));
        }

        foreach (RouteMessage message in first)
        {
            pool.Return(message);
        }

        int reused = 0;
        for (int i = 0; i < objects; i++)
        {
            reused += first.Remove(pool.Rent()) ? 1 : 0;
        }

        return reused;
    }

    private sealed class ByReference : IEqualityComparer<RouteMessage>
    {
        public bool Equals(RouteMessage? x, RouteMessage? y) => ReferenceEquals(x, y);

        public int GetHashCode(RouteMessage obj) => RuntimeHelpers.GetHashCode(obj);
    }
}
