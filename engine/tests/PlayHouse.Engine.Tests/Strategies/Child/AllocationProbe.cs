using System.Globalization;
using System.Runtime.CompilerServices;
using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.Mailbox;
using PlayHouse.Engine.Strategies.MessageIds;
using PlayHouse.Engine.Strategies.ReceiveBuffers;
using PlayHouse.Engine.Strategies.Scheduler;
using PlayHouse.Engine.Tests.Strategies.BufferPools;
using PlayHouse.Engine.Tests.Strategies.DispatchResult;
using PlayHouse.Engine.Tests.Strategies.HandOver;
using PlayHouse.Engine.Tests.Strategies.Locks;
using PlayHouse.Engine.Tests.Strategies.Mailbox;
using PlayHouse.Engine.Tests.Strategies.MessageId;
using PlayHouse.Engine.Tests.Strategies.MessagePool;
using PlayHouse.Engine.Tests.Strategies.ReceiveBuffers;
using PlayHouse.Engine.Tests.Strategies.ReplyCodec;
using PlayHouse.Engine.Tests.Strategies.RouteObject;
using PlayHouse.Engine.Tests.Strategies.Scheduler;
using PlayHouse.Engine.Tests.Strategies.StageLoop;
using PlayHouse.Engine.Tests.Strategies.WakeUp;

namespace PlayHouse.Engine.Tests.Strategies.Child;

#pragma warning disable CA2012, VSTHRD002 // What the stage does: it keeps a result and takes it once it has completed.

/// <summary>
/// Bytes per operation of every strategy, counted in a process that does nothing else. Objects pass through a static
/// field, so that the compiler cannot keep them on the stack.
/// </summary>
internal static class AllocationProbe
{
    public const string ShallowMailboxOperation = "enqueue and dequeue one slot, bursts of 16, one thread";
    public const string DeepMailboxOperation = "enqueue and dequeue one slot, bursts of 8000, one thread";
    public const string LoneMailboxOperation = "enqueue one slot, let the thread pool run, dequeue it";
    public const string AwaitedMailboxOperation = "await one slot, enqueue it, continue on the thread pool, dequeue it";
    public const string PoolSameThreadOperation = "rent and return one object, one thread";
    public const string PoolCrossThreadOperation = "rent 64 objects on one thread, return them on another, per object";
    public const string SchedulerOperation = "a stage schedules itself and runs";
    public const string OneWorkerOperation = "a stage schedules itself and runs, one worker";
    public const string CodecOperation = "prepare and write a 64 B payload";
    public const string RouteOperation = "wrap and unwrap one slot";
    public const string MessageIdOperation = "the string of a known id of 11 bytes";
    public const string BufferOperation = "rent and return one buffer of 1 KiB, one thread";
    public const string LockOperation = "enter and exit, one thread";
    public const string QueueOperation = "write and read 512 B, one thread";
    public const string ConnectionOperation = "a request of 64 B and its reply through a server, 10 at a time, one connection";
    public const string HandOverOperation = "read the limit";
    public const string WakeUpOperation = "wake the loop and wait, one thread";
    public const string DispatchedOperation = "take the result of a handler that has completed";
    public const string PendingTaskOperation = "take the result of a handler that completes later, a task";
    public const string PendingSourceOperation = "take the result of a handler that completes later, a pooled source";

    private const int WarmUp = 20_000;
    private const int WarmUpCallsMin = 10;
    private const int Operations = 100_000;

    // What a thread allocates besides its operations, once in a while, is in one round at most: the middle one counts.
    private const int Rounds = 3;

    // Each batch costs two thread switches, which a busy machine makes slow.
    private const int CrossThreadOperations = 500 * 64;
    private const int LoneOperations = 1_000;
    private const int AwaitedOperations = 2_000;
    // What the process does in addition to the operations (a pool thread that starts, a timer) only ever adds: the least counts.
    private const int WholeProcessRounds = 3;

    private const int LoneSpins = 2_000;
    private static object? _escape;

    public static void PrintAll(TextWriter output)
    {
        Each("mailbox", output, (choice, print) =>
        {
            print(ShallowMailboxOperation, Mailbox(choice, 16));
            print(DeepMailboxOperation, Mailbox(WithRoom(choice, 8000), 8000));
            print(LoneMailboxOperation, LoneMessages(choice));
        });
        Each("message-pool", output, (choice, print) =>
        {
            print(PoolSameThreadOperation, PoolSameThread(choice));
            PoolsCrossThread(choice, print);
        });
        Each("scheduler", output, (choice, print) =>
        {
            print(SchedulerOperation, Scheduler(choice));
            if (Variants.HasKnob("scheduler", choice.Id, "workersMax"))
            {
                print(OneWorkerOperation, Scheduler(Variants.Choice(choice.Id, ("workersMin", 1), ("workersMax", 1))));
            }
        });
        Each("reply-codec", output, (choice, print) => print(CodecOperation, Codec(choice)));
        Each("route-object", output, (choice, print) => print(RouteOperation, Route(choice)));
        Each("message-id", output, (choice, print) => print(MessageIdOperation, MessageId(choice)));
        Each("buffer-pool", output, (choice, print) => print(BufferOperation, Buffers(choice)));
        Each("session", output, (choice, print) => print(ConnectionOperation, Connection(StrategySelection.Default.With("session", choice))));
        Each("lock", output, (choice, print) => print(LockOperation, Lock(choice)));
        Each("receive-buffer", output, (choice, print) => print(QueueOperation, Queue(choice)));
        Each("send-pump", output, (choice, print) => print(ConnectionOperation, Connection(StrategySelection.Default.With("send-pump", choice))));
        Each("hand-over", output, (choice, print) => print(HandOverOperation, HandOver(choice)));
        Each("mailbox", output, (choice, print) => print(AwaitedMailboxOperation, AwaitedMessages(choice)));
        Each("wake-up", output, (choice, print) => print(WakeUpOperation, WakeUps(choice)));
        Each("dispatch-result", output, (choice, print) =>
        {
            DispatchResultBox box = DispatchResultBox.Create(choice.Id);
            print(DispatchedOperation, OnThisThread(1, () => TakeCompleted(box)));
            print(PendingTaskOperation, PendingTasks(box));
            print(PendingSourceOperation, PendingSources(box));
        });
        MeshAllocationProbe.PrintAll(output);
    }

    internal static void Each(string seam, TextWriter output, Action<StrategyChoice, Action<string, double>> measure)
    {
        foreach (StrategyDescriptor strategy in StrategyCatalog.Seam(seam).Strategies)
        {
            measure(StrategyChoice.Of(strategy.Id), (operation, bytes) =>
                output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{seam}\t{strategy.Id}\t{operation}\t{bytes:R}")));
        }
    }

    /// <summary>A capacity below the burst would measure refusals.</summary>
    private static StrategyChoice WithRoom(StrategyChoice choice, int burst)
    {
        double capacity = StrategyCatalog.Seam("mailbox").Find(choice.Id)!.Knobs.FirstOrDefault(k => k.Name == "capacity")?.Default ?? 0;
        return capacity == 0 || capacity >= burst ? choice : Variants.Choice(choice.Id, ("capacity", burst));
    }

    private static double Mailbox(StrategyChoice choice, int burst)
    {
        IMailboxBox<MessageSlot> mailbox = MailboxBox.Create<MessageSlot>(choice);
        MessageSlot slot = new(SlotKind.Action, choice, null, 0, 0, 1);
        return OnThisThread(burst, () =>
        {
            for (int i = 0; i < burst; i++)
            {
                mailbox.TryEnqueue(slot);
            }

            while (mailbox.TryDequeue(out _))
            {
            }
        });
    }

    /// <summary>A message at a time, each after all that the one before has queued to the thread pool: the worst case of a mailbox with tasks of its own.</summary>
    private static double LoneMessages(StrategyChoice choice)
    {
        IMailboxBox<MessageSlot> mailbox = MailboxBox.Create<MessageSlot>(choice);
        MessageSlot slot = new(SlotKind.Action, choice, null, 0, 0, 1);
        long allocatedHere = 0;
        int messages = 0;
        for (int i = 0; i < WarmUpCallsMin + LoneOperations; i++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            mailbox.TryEnqueue(slot);
            long bytes = GC.GetAllocatedBytesForCurrentThread() - before;
            Concurrent.Until(static () => ThreadPool.PendingWorkItemCount == 0, static () => "the thread pool has work left");
            Thread.SpinWait(LoneSpins);
            mailbox.TryDequeue(out _);
            if (i >= WarmUpCallsMin)
            {
                allocatedHere += bytes;
                messages++;
            }
        }

        return allocatedHere / (double)messages;
    }

    /// <summary>What a loop pays for each wait that did not find its item there.</summary>
    private static double AwaitedMessages(StrategyChoice choice)
    {
        IAwaitableBox<MessageSlot> mailbox = AwaitableBox.Create<MessageSlot>(choice);
        MessageSlot slot = new(SlotKind.Action, choice, null, 0, 0, 1);
        bool isOver = false;
        Action goOn = () => Volatile.Write(ref isOver, true);
        Func<bool> hasGoneOn = () => Volatile.Read(ref isOver);
        Func<string> state = static () => "the wait has not ended";
        return InWholeProcess(1, AwaitedOperations, rounds =>
        {
            for (int i = 0; i < rounds; i++)
            {
                Volatile.Write(ref isOver, false);
                ValueTaskAwaiter<bool> awaiter = mailbox.WaitAsync().GetAwaiter();
                awaiter.UnsafeOnCompleted(goOn);
                mailbox.TryEnqueue(slot);
                Concurrent.Until(hasGoneOn, state);
                awaiter.GetResult();
                mailbox.TryDequeue(out _);
            }
        });
    }

    private static double PoolSameThread(StrategyChoice choice)
    {
        MessagePoolBox pool = MessagePoolBox.Create(choice);
        return OnThisThread(1, () =>
        {
            RouteMessage message = pool.Rent();
            _escape = message;
            pool.Return(message);
        });
    }

    /// <summary>A bound below the batch and one that holds it: a pool's bytes mean nothing without its bound.</summary>
    private static void PoolsCrossThread(StrategyChoice choice, Action<string, double> print)
    {
        string? bound = ((string[])["retained", "shared"]).FirstOrDefault(knob => Variants.HasKnob("message-pool", choice.Id, knob));
        if (bound is null)
        {
            print(PoolCrossThreadOperation, PoolCrossThread(choice));
            return;
        }

        foreach (int objects in (int[])[4, 64])
        {
            string operation = string.Create(CultureInfo.InvariantCulture, $"{PoolCrossThreadOperation}, {bound} {objects}");
            print(operation, PoolCrossThread(Variants.Choice(choice.Id, (bound, objects))));
        }
    }

    private static double PoolCrossThread(StrategyChoice choice)
    {
        const int Batch = 64;
        MessagePoolBox pool = MessagePoolBox.Create(choice);
        RouteMessage[] batch = new RouteMessage[Batch];
        Action<RouteMessage> giveBack = pool.Return;
        using Turnstile turns = new(() => Array.ForEach(batch, giveBack));
        return InWholeProcess(Batch, CrossThreadOperations, rounds =>
        {
            for (int r = 0; r < rounds; r++)
            {
                for (int i = 0; i < Batch; i++)
                {
                    batch[i] = pool.Rent();
                }

                turns.RunOther();
            }
        });
    }

    private static double Scheduler(StrategyChoice choice)
    {
        using ChainStage chain = new(SchedulerBox.Create(choice));
        return InWholeProcess(1, Operations, chain.Run);
    }

    private static double Codec(StrategyChoice choice)
    {
        ReplyCodecBox codec = ReplyCodecBox.Create(choice);
        BytesValue message = new() { Value = ByteString.CopyFrom(new byte[62]) };
        byte[] destination = new byte[64];
        return OnThisThread(1, () => codec.Encode(message, destination));
    }

    private static double Route(StrategyChoice choice)
    {
        RouteBox route = RouteBox.Create(choice);
        MessageSlot slot = new(SlotKind.Action, choice, null, 0, 0, 1);
        return OnThisThread(1, () => route.WrapAndUnwrap(slot));
    }

    private static double HandOver(StrategyChoice choice)
    {
        HandOverBox handOver = HandOverBox.Create(choice);
        return OnThisThread(1, () => handOver.Read());
    }

    /// <summary>Few: a wait that polls takes its millisecond.</summary>
    private static double WakeUps(StrategyChoice choice)
    {
        const int Waits = 200;
        WakeUpBox wakeUp = WakeUpBox.Create(choice);
        void WakeAndWait()
        {
            wakeUp.Wake();
            wakeUp.Wait();
        }

        Action operation = WakeAndWait;
        Repeat(operation, WarmUpCallsMin);
        long before = GC.GetAllocatedBytesForCurrentThread();
        Repeat(operation, Waits);
        return (GC.GetAllocatedBytesForCurrentThread() - before) / (double)Waits;
    }

    private static void TakeCompleted(DispatchResultBox box) => box.TakeAsync(default).GetAwaiter().GetResult();

    /// <summary>The tasks are made before the bytes are counted.</summary>
    private static double PendingTasks(DispatchResultBox box)
    {
        Action over = static () => { };
        Queue<TaskCompletionSource> handlers = new(Enumerable.Range(0, WarmUp + (Rounds * Operations)).Select(_ => new TaskCompletionSource()));
        return OnThisThread(1, () =>
        {
            TaskCompletionSource handler = handlers.Dequeue();
            ValueTask result = box.TakeAsync(new ValueTask(handler.Task));
            result.GetAwaiter().UnsafeOnCompleted(over);
            handler.SetResult();
            result.GetAwaiter().GetResult();
        });
    }

    private static double PendingSources(DispatchResultBox box)
    {
        Action over = static () => { };
        HandlerSource source = new();
        return OnThisThread(1, () =>
        {
            ValueTask result = box.TakeAsync(source.Handling);
            result.GetAwaiter().UnsafeOnCompleted(over);
            source.Complete();
            result.GetAwaiter().GetResult();
        });
    }

    private static double MessageId(StrategyChoice choice)
    {
        MessageIdLookup lookup = MessageIdBox.Create(choice);
        byte[] id = "EchoRequest"u8.ToArray();
        MessageIdUse use = new() { NewIdsLeft = 1 };
        return OnThisThread(1, () =>
        {
            lookup.TryGet(id, ref use, out string? text);
            _escape = text;
        });
    }

    private static double Buffers(StrategyChoice choice)
    {
        using BufferStore store = BufferStoreBox.Create(choice, 1 << 20);
        BufferPool pool = new(store, audit: null);
        return OnThisThread(1, () =>
        {
            PooledBuffer buffer = pool.Rent(1024);
            _escape = buffer;
            buffer.Release();
        });
    }

    private static double Lock(StrategyChoice choice)
    {
        using LockBox gate = LockBox.Create(choice);
        return OnThisThread(1, () =>
        {
            gate.Enter();
            gate.Exit();
        });
    }

    private static double Queue(StrategyChoice choice)
    {
        using IReceiveQueue queue = ReceiveQueueBox.Create(choice);
        byte[] bytes = new byte[512];
        return OnThisThread(1, () =>
        {
            queue.Write(bytes);
            queue.Read(bytes);
        });
    }

    private static double Connection(StrategySelection selection)
    {
        const int Messages = 8_000;
        const int RoundsMax = 4;
        const double Nothing = 0.1;
        using ConnectionProbe probe = new(selection, payloadBytes: 64);
        double least = double.MaxValue;
        for (int round = 0; round < RoundsMax && least > Nothing; round++)
        {
            // Threads that start and buffers that grow only ever add: the least of the rounds is the path's.
            least = Math.Min(least, InWholeProcess(ConnectionProbe.Depth, Messages, probe.Run));
        }

        return least;
    }

    internal static double OnThisThread(int perCall, Action operation)
    {
        Repeat(operation, Math.Max(WarmUpCallsMin, WarmUp / perCall));
        long[] bytes = new long[Rounds];
        for (int i = 0; i < Rounds; i++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            Repeat(operation, Operations / perCall);
            bytes[i] = GC.GetAllocatedBytesForCurrentThread() - before;
        }

        Array.Sort(bytes);
        return bytes[Rounds / 2] / (double)(Operations / perCall * perCall);
    }

    private static double InWholeProcess(int perCall, int operations, Action<int> rounds)
    {
        rounds(Math.Max(WarmUpCallsMin, operations / 10 / perCall));
        long least = long.MaxValue;
        for (int i = 0; i < WholeProcessRounds; i++)
        {
            long before = GC.GetTotalAllocatedBytes(precise: true);
            rounds(operations / perCall);
            least = Math.Min(least, GC.GetTotalAllocatedBytes(precise: true) - before);
        }

        return least / (double)(operations / perCall * perCall);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Repeat(Action operation, int times)
    {
        for (int i = 0; i < times; i++)
        {
            operation();
        }
    }

    /// <summary>A second thread that runs a body each time it is asked, and allocates nothing by itself.</summary>
    private sealed class Turnstile : IDisposable
    {
        private readonly SemaphoreSlim _go = new(0);
        private readonly SemaphoreSlim _done = new(0);
        private readonly Thread _thread;
        private bool _isStopping;

        public Turnstile(Action body)
        {
            _thread = new Thread(() =>
            {
                while (true)
                {
                    _go.Wait();
                    if (_isStopping)
                    {
                        return;
                    }

                    body();
                    _done.Release();
                }
            });
            _thread.Start();
        }

        public void RunOther()
        {
            _go.Release();
            _done.Wait();
        }

        public void Dispose()
        {
            _isStopping = true;
            _go.Release();
            _thread.Join();
            _go.Dispose();
            _done.Dispose();
        }
    }

    private sealed class ChainStage(SchedulerBox scheduler) : StageWorkItem, IDisposable
    {
        private readonly ManualResetEventSlim _ended = new();
        private int _left;

        public void Run(int runs)
        {
            _left = runs;
            _ended.Reset();
            scheduler.Schedule(this);
            if (!_ended.Wait(Concurrent.Deadline))
            {
                throw new TimeoutException("The chain of schedules did not end.");
            }
        }

        public override void Execute()
        {
            if (--_left > 0)
            {
                scheduler.Schedule(this);
            }
            else
            {
                _ended.Set();
            }
        }

        public void Dispose() => _ended.Dispose();
    }
}
