using BenchmarkDotNet.Attributes;
using PlayHouse.Engine.Strategies.Mailbox;
using PlayHouse.Engine.Tests.Strategies.Mailbox;

namespace PlayHouse.Engine.Benchmarks.Seams;

/// <summary>The inbox of a stage. Its default runs twice: the table shows what noise looks like.</summary>
public class MailboxBenchmark() : SeamBenchmark("mailbox")
{
    private const int Burst = 16;
    private const int Bursts = 64;
    private readonly MessageSlot _slot = new(SlotKind.Action, "message", null, 0, 0, 1);
    private IMailboxBox<MessageSlot> _mailbox = null!;

    /// <inheritdoc/>
    protected override bool HasTwin => true;

    /// <summary>What a socket receive of 16 messages and the stage's run after it do.</summary>
    [Benchmark(OperationsPerInvoke = Burst * Bursts, Description = "enqueue and dequeue one slot, bursts of 16, one thread")]
    public int EnqueueAndDequeue()
    {
        int frames = 0;
        for (int burst = 0; burst < Bursts; burst++)
        {
            for (int i = 0; i < Burst; i++)
            {
                _mailbox.TryEnqueue(_slot);
            }

            while (_mailbox.TryDequeue(out MessageSlot slot))
            {
                frames += slot.Frames;
            }
        }

        return frames;
    }

    /// <inheritdoc/>
    protected override void Create() => _mailbox = MailboxBox.Create<MessageSlot>(Choice);
}
