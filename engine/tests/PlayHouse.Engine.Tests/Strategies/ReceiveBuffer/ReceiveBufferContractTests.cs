using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.ReceiveBuffers;

namespace PlayHouse.Engine.Tests.Strategies.ReceiveBuffers;

public sealed class ReceiveBufferContractTests
{
    public static TheoryData<string> All => Variants.Of("receive-buffer");

    public static TheoryData<string> AllLocks => Variants.Of("lock");

    [Theory]
    [MemberData(nameof(All))]
    public void WritesAndReads_OfAnySize_KeepEveryByteInOrder(string id)
    {
        using IReceiveQueue queue = ReceiveQueueBox.Create(Small(id, initialBytes: 256, maxBytes: 4_096));
        Random random = new(11);
        Queue<byte> oracle = new();
        byte next = 0;
        for (int step = 0; step < 20_000; step++)
        {
            // Long phases of filling and of emptying: the buffer wraps, grows, is full and is empty.
            int most = step / 500 % 2 == 0 ? 700 : 90;
            byte[] bytes = new byte[random.Next(most)];
            for (int i = 0; i < bytes.Length; i++)
            {
                bytes[i] = (byte)(next + i);
            }

            int written = queue.Write(bytes);
            Assert.Equal(Math.Min(bytes.Length, 4_096 - oracle.Count), written);
            foreach (byte value in bytes.AsSpan(0, written))
            {
                oracle.Enqueue(value);
            }

            next += (byte)written;
            byte[] read = new byte[random.Next(790 - most)];
            int taken = queue.Read(read);
            Assert.Equal(Math.Min(read.Length, oracle.Count), taken);
            foreach (byte value in read.AsSpan(0, taken))
            {
                Assert.Equal(oracle.Dequeue(), value);
            }
        }
    }

    [Theory]
    [MemberData(nameof(All))]
    public void Write_AtTheBound_TakesWhatFits_AndTheRestLater(string id)
    {
        using IReceiveQueue queue = ReceiveQueueBox.Create(Small(id, initialBytes: 8_192, maxBytes: 1_024));
        byte[] bytes = new byte[3_000];
        Assert.Equal(1_024, queue.Write(bytes));
        Assert.Equal(0, queue.Write(bytes));
        Assert.Equal(100, queue.Read(new byte[100]));
        Assert.Equal(100, queue.Write(bytes));
        Assert.Equal(1_024, queue.Read(new byte[5_000]));
        Assert.Equal(0, queue.Read(new byte[1]));
    }

    [Theory]
    [MemberData(nameof(All))]
    public void WriterAndReader_AtTheSameTime_LoseNothing(string id) => Exchange(ReceiveQueueBox.Create(Small(id, 256, 2_048)));

    [Theory]
    [MemberData(nameof(AllLocks))]
    public void WriterAndReader_UnderEveryLock_LoseNothing_AndCountTheirEntries(string lockId)
    {
        using IReceiveQueue queue = ReceiveQueueBox.Create(Small("circular-array", 256, 2_048), lockId);
        Exchange(queue);
        CounterBlock counted = new();
        queue.AddTo(counted);
        Assert.True(counted[EngineCounter.SeamLock] > 1_000);
        Assert.Contains(counted.Strategies, c => c.Key.Name == $"strategy.lock.{lockId}.entered" && c.Value > 1_000);
    }

    private static void Exchange(IReceiveQueue queue)
    {
        const int Bytes = 1_000_000;
        Concurrent.Run(
            () =>
            {
                byte[] block = new byte[311];
                SpinWait spin = default;
                for (int sent = 0; sent < Bytes;)
                {
                    int count = Math.Min(block.Length, Bytes - sent);
                    for (int i = 0; i < count; i++)
                    {
                        block[i] = (byte)((sent + i) * 7);
                    }

                    int written = queue.Write(block.AsSpan(0, count));
                    sent += written;
                    if (written == 0)
                    {
                        spin.SpinOnce(sleep1Threshold: -1);
                    }
                }
            },
            () =>
            {
                byte[] block = new byte[257];
                SpinWait spin = default;
                for (int received = 0; received < Bytes;)
                {
                    int count = queue.Read(block);
                    for (int i = 0; i < count; i++)
                    {
                        if (block[i] != (byte)((received + i) * 7))
                        {
                            throw new InvalidOperationException($"byte {received + i} is not what was sent");
                        }
                    }

                    received += count;
                    if (count == 0)
                    {
                        spin.SpinOnce(sleep1Threshold: -1);
                    }
                }
            });
        Assert.Equal(0, queue.Read(new byte[1]));
    }

    private static StrategyChoice Small(string id, int initialBytes, int maxBytes) =>
        Variants.HasKnob("receive-buffer", id, "initialBytes")
            ? Variants.Choice(id, ("initialBytes", initialBytes), ("maxBytes", maxBytes))
            : Variants.Choice(id, ("maxBytes", maxBytes));
}
