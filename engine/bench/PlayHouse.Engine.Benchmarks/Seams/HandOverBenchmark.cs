using BenchmarkDotNet.Attributes;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.Mailbox;
using PlayHouse.Engine.Tests.Strategies.HandOver;
using PlayHouse.Engine.Tests.Strategies.Mailbox;

namespace PlayHouse.Engine.Benchmarks.Seams;

/// <summary>How many frames of a socket receive go into one mailbox item.</summary>
public class HandOverBenchmark() : SeamBenchmark("hand-over")
{
    private const int Operations = 1024;
    private const int FramesPerReceive = 64;
    private const int FrameBytes = 85;
    private IMailboxBox<MessageSlot> _mailbox = null!;
    private HandOverBox _handOver = null!;

    /// <summary>The strategy itself returns a constant: this is the call through the box, which every other figure contains.</summary>
    [Benchmark(OperationsPerInvoke = Operations, Description = "read the limit: the call through the box and nothing else")]
    public int ReadLimit()
    {
        int frames = 0;
        for (int i = 0; i < Operations; i++)
        {
            frames += _handOver.Read();
        }

        return frames;
    }

    /// <summary>The default mailbox gets the items, and is emptied.</summary>
    [Benchmark(OperationsPerInvoke = Operations, Description = "hand one frame over, 64 frames per receive")]
    public int HandOver()
    {
        int taken = 0;
        for (int at = 0; at < Operations; at += FramesPerReceive)
        {
            int framesMax = _handOver.Read();
            for (int first = 0; first < FramesPerReceive; first += framesMax)
            {
                int frames = Math.Min(framesMax, FramesPerReceive - first);
                _mailbox.TryEnqueue(new MessageSlot(SlotKind.Frames, this, null, first * FrameBytes, frames * FrameBytes, frames));
            }

            while (_mailbox.TryDequeue(out MessageSlot slot))
            {
                taken += slot.Frames;
            }
        }

        return taken;
    }

    /// <inheritdoc/>
    protected override void Create()
    {
        _handOver = HandOverBox.Create(Choice);
        _mailbox = MailboxBox.Create<MessageSlot>(StrategyChoice.Of(BenchmarkSeams.Find("mailbox").Default.Id));
    }
}
