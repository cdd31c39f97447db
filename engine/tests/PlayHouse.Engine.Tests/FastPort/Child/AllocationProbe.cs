using System.Globalization;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Tests.Strategies.Locks;
using PlayHouse.FastPort.Strategies;
using PlayHouse.FastPort.Tests.Seams;

namespace PlayHouse.FastPort.Tests.Child;

/// <summary>Bytes per operation of every strategy, counted in a process that does nothing else.</summary>
internal static class AllocationProbe
{
    public const string WaitOperation = "two loops wake each other, per wait";
    public const string PollOperation = "a loop polls, per wait";
    public const string LockOperation = "enter and exit";
    public const string BufferOperation = "write 64 B, peek 6 B, take 64 B";
    public const string GrowOperation = "a new buffer takes 64 KiB";
    public const string QueueOperation = "enqueue and dequeue one item, bursts of 16, one thread";
    public const string EchoOperation = "echo of 64 B, closed loop, both sides together";

    private const int Operations = 20_000;
    private const int EchoWarmUp = 500;
    private const int Echoes = 2_000;
    private const int Growths = 2_000;
    private const int Polls = 400;
    private static object? _escape;

    public static async Task PrintAllAsync(TextWriter output)
    {
        foreach (StrategyDescriptor strategy in FastPortCatalog.Seams.SelectMany(s => s.Strategies))
        {
            void Print(string operation, double bytes) =>
                output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{strategy.Seam}\t{strategy.Id}\t{operation}\t{bytes:F2}"));
            switch (strategy.Seam)
            {
                case "wake-up":
                    Print(strategy.Id == "delay-poll" ? PollOperation : WaitOperation, await WaitsAsync(strategy.Id));
                    break;
                case "lock":
                    Print(LockOperation, Lock(strategy.Id));
                    break;
                case "receive-buffer":
                    Print(BufferOperation, Buffer(strategy.Id));
                    Print(GrowOperation, Grow(strategy.Id));
                    break;
                default:
                    Print(QueueOperation, Queue(strategy.Id));
                    break;
            }

            // What a polling loop allocates per echo depends on how long the echo takes, and a spinning one needs cores to itself.
            if (strategy.Seam != "wake-up" || strategy.Id == "signal")
            {
                Print(EchoOperation, await EchoesAsync(strategy));
            }
        }
    }

    private static double Lock(string id)
    {
        LockBox gate = LockBox.Create(StrategyChoice.Of(id));
        return OnThisThread(1, () =>
        {
            gate.Enter();
            gate.Exit();
        });
    }

    private static double Buffer(string id)
    {
        BufferBox buffer = BufferBox.Create(id, 8192, 65_536);
        byte[] bytes = new byte[64];
        return OnThisThread(1, () =>
        {
            buffer.Write(bytes);
            buffer.Peek(bytes.AsSpan(0, 6));
            buffer.Peek(bytes);
            buffer.Advance(64);
        });
    }

    private static double Grow(string id)
    {
        byte[] bytes = new byte[8192];
        BufferBox kind = BufferBox.Create(id, 8192, 65_536);
        return OnThisThread(1, () =>
        {
            BufferBox buffer = kind.Another(8192, 65_536);
            _escape = buffer;
            for (int i = 0; i < 8; i++)
            {
                buffer.Write(bytes);
            }

            buffer.Advance(buffer.Count);
            buffer.Release();
        }, Growths);
    }

    private static double Queue(string id)
    {
        const int Burst = 16;
        QueueBox queue = QueueBox.Create(id);
        return OnThisThread(Burst, () =>
        {
            for (int i = 0; i < Burst; i++)
            {
                queue.TryEnqueue(i);
            }

            while (queue.TryDequeue(out _))
            {
            }
        });
    }

    private static async Task<double> WaitsAsync(string id)
    {
        if (id == "delay-poll")
        {
            WakeUpBox poll = WakeUpBox.Create(id);
            return await InWholeProcessAsync(Polls, async rounds =>
            {
                for (int i = 0; i < rounds; i++)
                {
                    await poll.WaitAsync();
                }
            });
        }

        WakeUpBox ping = WakeUpBox.Create(id);
        WakeUpBox pong = WakeUpBox.Create(id);
        return await InWholeProcessAsync(Operations, rounds => Task.WhenAll(
            Task.Run(() => WakeAsync(ping, pong, rounds, begins: true)),
            Task.Run(() => WakeAsync(pong, ping, rounds, begins: false)))) / 2;
    }

    /// <summary>One begins, the other answers: no signal meets another one that is still up, so none is lost and both end.</summary>
    private static async Task WakeAsync(WakeUpBox other, WakeUpBox own, int rounds, bool begins)
    {
        for (int i = 0; i < rounds; i++)
        {
            if (begins)
            {
                other.Signal();
            }

            await own.WaitAsync();
            if (!begins)
            {
                other.Signal();
            }
        }
    }

    private static async Task<double> EchoesAsync(StrategyDescriptor strategy)
    {
        StrategySelection selection = StrategySelection.Default.With(strategy.Seam, strategy.Id);
        await using FastPortServer server = Servers.Start(selection);
        await using FastPortClient client = await Servers.ConnectAsync(server, selection);
        byte[] data = new byte[64];
        async Task RunAsync(int rounds)
        {
            for (int i = 0; i < rounds; i++)
            {
                await client.EchoAsync(data);
            }
        }

        await RunAsync(EchoWarmUp);
        return await InWholeProcessAsync(Echoes, RunAsync);
    }

    private static double OnThisThread(int perCall, Action operation, int operations = Operations)
    {
        Repeat(operation, operations / 10 / perCall);
        long before = GC.GetAllocatedBytesForCurrentThread();
        Repeat(operation, operations / perCall);
        return (GC.GetAllocatedBytesForCurrentThread() - before) / (double)(operations / perCall * perCall);
    }

    private static async Task<double> InWholeProcessAsync(int operations, Func<int, Task> rounds)
    {
        await rounds(operations / 10);
        long before = GC.GetTotalAllocatedBytes(precise: true);
        await rounds(operations);
        return (GC.GetTotalAllocatedBytes(precise: true) - before) / (double)operations;
    }

    private static void Repeat(Action operation, int times)
    {
        for (int i = 0; i < times; i++)
        {
            operation();
        }
    }
}
