using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Transport;
using Xunit.Abstractions;

namespace PlayHouse.Engine.Tests.Transport;

public sealed class ReceiveBufferTests(ITestOutputHelper output)
{
    [Fact]
    public void PrepareReceive_AllConsumedAndNobodyElse_StartsOverInTheSameArray()
    {
        BufferPool pool = new(1 << 20);
        ReceiveBuffer buffer = new(pool, 1024);
        buffer.Received(1000);
        buffer.Consume(1000);

        buffer.PrepareReceive();

        Assert.Equal((0, 1024, 1L), (buffer.WriteOffset, buffer.FreeBytes, pool.Rented));
    }

    [Fact]
    public void PrepareReceive_WhileTheStageHoldsTheArray_NeverOverwritesIt()
    {
        BufferPool pool = new(1 << 20);
        ReceiveBuffer buffer = new(pool, 1024);
        buffer.Buffer.Array.AsSpan(0, 1000).Fill(1);
        buffer.Received(1000);
        PooledBuffer held = buffer.Buffer;
        held.AddOwner();
        buffer.Consume(1000);

        buffer.PrepareReceive();
        buffer.Buffer.Array.AsSpan(buffer.WriteOffset, buffer.FreeBytes).Fill(2);

        Assert.True(held.Array.AsSpan(0, 1000).IndexOfAnyExcept((byte)1) < 0);
        held.Release();
        buffer.Release();
        Assert.Equal(pool.Rented, pool.Returned);
    }

    [Fact]
    public void PrepareReceive_AfterALargeFrame_ShrinksAgain()
    {
        BufferPool pool = new(1 << 24);
        ReceiveBuffer buffer = new(pool, 1024);
        for (int i = 0; i < 10; i++)
        {
            buffer.Received(buffer.FreeBytes);
            buffer.PrepareReceive();
        }

        Assert.True(buffer.Buffer.Array.Length >= 512 * 1024);
        buffer.Consume(buffer.Unread.Length);
        buffer.PrepareReceive();
        Assert.Equal(64 * 1024, buffer.Buffer.Array.Length);
    }

    [Fact]
    public void Received_SmallForLong_ShrinksToTheFirstSize()
    {
        ReceiveBuffer buffer = new(new BufferPool(1 << 24), 1024);
        buffer.Received(buffer.FreeBytes);
        buffer.Consume(buffer.Unread.Length);
        buffer.PrepareReceive();
        int grown = buffer.Buffer.Array.Length;
        for (int i = 0; i < 1000; i++)
        {
            buffer.Received(10);
            buffer.Consume(10);
            buffer.PrepareReceive();
        }

        Assert.Equal((2048, 1024), (grown, buffer.Buffer.Array.Length));
    }

    [Fact]
    public void RandomReceivesAndReads_DeliverEveryByteOnceInOrder()
    {
        const int Seed = 77;
        output.WriteLine($"seed {Seed}");
        Random random = new(Seed);
        BufferPool pool = new(1 << 22);
        ReceiveBuffer buffer = new(pool, 1024);
        Queue<PooledBuffer> held = new();
        int written = 0;
        int read = 0;
        for (int step = 0; step < 20_000; step++)
        {
            buffer.PrepareReceive();
            int bytes = random.Next(1, buffer.FreeBytes + 1);
            for (int i = 0; i < bytes; i++)
            {
                buffer.Buffer.Array[buffer.WriteOffset + i] = (byte)(written++ * 31);
            }

            buffer.Received(bytes);
            int take = random.Next(3) == 0 ? random.Next(buffer.Unread.Length + 1) : buffer.Unread.Length;
            foreach (byte value in buffer.Unread[..take])
            {
                // A call of Assert for each of ten million bytes takes longer than all the rest.
                if (value != (byte)(read++ * 31))
                {
                    Assert.Fail($"byte {read - 1} is {value}");
                }
            }

            buffer.Consume(take);
            if (random.Next(2) == 0)
            {
                buffer.Buffer.AddOwner();
                held.Enqueue(buffer.Buffer);
            }

            if (held.Count > 4)
            {
                held.Dequeue().Release();
            }
        }

        while (held.TryDequeue(out PooledBuffer? last))
        {
            last.Release();
        }

        buffer.Release();
        Assert.Equal(pool.Rented, pool.Returned);
    }
}
