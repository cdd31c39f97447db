namespace PlayHouse.Engine.Tests.Strategies.Mailbox;

/// <summary>An item wide enough to be torn, with its own check.</summary>
internal readonly record struct NumberedItem(int Producer, int Number, long Check, object Marker)
{
    public static NumberedItem Of(int producer, int number) => new(producer, number, Sum(producer, number), producer);

    public bool IsWhole => Check == Sum(Producer, Number) && Marker is int marker && marker == Producer;

    private static long Sum(int producer, int number) => ~(((long)producer << 32) | (uint)number);
}

/// <summary>The promises of the mailbox contract as checks that throw, so that broken mailboxes can be shown to fail them.</summary>
internal static class MailboxContract
{
    /// <summary>One consumer thread next to the producers: everything arrives once, whole, in each producer's order.</summary>
    public static void CheckConcurrentProducers(IMailboxBox<NumberedItem> mailbox, int producers, int itemsPerProducer)
    {
        int total = producers * itemsPerProducer;
        OrderCheck order = new(producers);
        Action[] bodies = new Action[producers + 1];
        for (int p = 0; p < producers; p++)
        {
            int producer = p;
            bodies[p] = () => Produce(mailbox, producer, 0, itemsPerProducer, () => { });
        }

        bodies[producers] = () =>
        {
            while (order.Count < total)
            {
                NumberedItem item = default;
                Concurrent.Until(() => mailbox.TryDequeue(out item), () => $"{order.Count} of {total} items came out");
                order.Add(item);
            }
        };
        Concurrent.Run(bodies);
        if (mailbox.TryDequeue(out NumberedItem extra))
        {
            throw new InvalidOperationException($"An item came out twice or from nowhere: {extra}");
        }
    }

    /// <summary>
    /// The stage's protocol without any other wake-up: a thread that enqueues tries to become the consumer, drains, releases
    /// and asks IsEmpty. The mailbox must be drained after every round, else a wrong IsEmpty would hide behind the next
    /// item's wake-up.
    /// </summary>
    public static void CheckReleaseProtocol(IMailboxBox<NumberedItem> mailbox, int producers, int rounds, int itemsPerRound)
    {
        OrderCheck order = new(producers);
        int owned = 0;
        string? loss = null;

        void DrainIfFree()
        {
            while (Interlocked.Exchange(ref owned, 1) == 0)
            {
                while (mailbox.TryDequeue(out NumberedItem item))
                {
                    order.Add(item);
                }

                Interlocked.Exchange(ref owned, 0);
                if (mailbox.IsEmpty)
                {
                    return;
                }
            }
        }

        using Barrier ends = new(producers, barrier =>
        {
            long due = (barrier.CurrentPhaseNumber + 1) * producers * itemsPerRound;
            loss ??= order.Count == due ? null : $"{order.Count} of {due} items came out: a wake-up was lost.";
        });
        Action[] bodies = new Action[producers];
        for (int p = 0; p < producers; p++)
        {
            int producer = p;
            bodies[p] = () =>
            {
                for (int round = 0; round < rounds && loss is null; round++)
                {
                    Produce(mailbox, producer, round * itemsPerRound, itemsPerRound, DrainIfFree);
                    if (!ends.SignalAndWait(Concurrent.Deadline))
                    {
                        throw new TimeoutException("A producer of the round is missing.");
                    }
                }
            };
        }

        Concurrent.Run(bodies);
        if (loss is not null)
        {
            throw new InvalidOperationException(loss);
        }
    }

    private static void Produce(IMailboxBox<NumberedItem> mailbox, int producer, int first, int items, Action afterEnqueue)
    {
        for (int i = first; i < first + items; i++)
        {
            NumberedItem item = NumberedItem.Of(producer, i);
            Concurrent.Until(() => mailbox.TryEnqueue(item), () => $"producer {producer} is refused at item {item.Number}");
            afterEnqueue();
        }
    }

    /// <summary>Used by one consumer at a time.</summary>
    private sealed class OrderCheck(int producers)
    {
        private readonly int[] _next = new int[producers];

        public int Count { get; private set; }

        public void Add(in NumberedItem item)
        {
            if (!item.IsWhole)
            {
                throw new InvalidOperationException($"A torn item came out: {item}");
            }

            if (item.Number != _next[item.Producer])
            {
                throw new InvalidOperationException($"Producer {item.Producer}: item {item.Number} came out where {_next[item.Producer]} was due.");
            }

            _next[item.Producer]++;
            Count++;
        }
    }
}
