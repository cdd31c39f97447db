namespace PlayHouse.FastPort.Tests.Seams;

/// <summary>The buffer contract over every strategy, against a queue of bytes as the oracle.</summary>
public sealed class BufferContractTests
{
    private const int MaxBytes = 1000;

    public static TheoryData<string> Ids => Selections.Of("receive-buffer");

    [Theory]
    [MemberData(nameof(Ids))]
    public void Operations_Random_AreThoseOfAQueueOfBytes(string id)
    {
        for (int seed = 0; seed < 200; seed++)
        {
            Random random = new(seed);
            BufferBox buffer = BufferBox.Create(id, initialBytes: 16, MaxBytes);
            Queue<byte> oracle = new();
            for (int step = 0; step < 300; step++)
            {
                Step(buffer, oracle, random);
                Assert.Equal(oracle.Count, buffer.Count);
                Assert.Equal(MaxBytes - oracle.Count, buffer.FreeBytes);
            }

            buffer.Release();
            Assert.Equal(0, buffer.Count);
        }
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void Buffer_AtItsLimit_HoldsItAndGoesRound(string id)
    {
        BufferBox buffer = BufferBox.Create(id, initialBytes: 16, MaxBytes);
        byte[] all = new byte[MaxBytes];
        for (int round = 0; round < 50; round++)
        {
            new Random(round).NextBytes(all);
            buffer.Write(all);
            Assert.Equal(0, buffer.FreeBytes);
            byte[] read = new byte[MaxBytes + 10];
            Assert.Equal(MaxBytes, buffer.Peek(read));
            Assert.Equal(all, read[..MaxBytes]);
            buffer.Advance(700);
            buffer.Write(all.AsSpan(0, 700));
            Assert.Equal(MaxBytes, buffer.Peek(read));
            Assert.Equal([.. all[700..], .. all[..700]], read[..MaxBytes]);
            buffer.Advance(MaxBytes);
            Assert.Equal(0, buffer.Peek(read));
        }

        buffer.Release();
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void Buffer_OneWriterAndOneReader_CarriesEveryByteInOrder(string id)
    {
        const int Total = 2_000_000;
        BufferBox buffer = BufferBox.Create(id, initialBytes: 16, maxBytes: 4096);

        // The owner's lock, where the buffer does not bring its own.
        object? gate = buffer.SynchronizesItself ? null : new object();
        Concurrent.Run(
            () =>
            {
                byte[] chunk = new byte[700];
                int written = 0;
                while (written < Total)
                {
                    int size = Math.Min(Math.Min(1 + (written % chunk.Length), chunk.Length), Total - written);
                    for (int i = 0; i < size; i++)
                    {
                        chunk[i] = ByteAt(written + i);
                    }

                    Concurrent.Until(() => Guarded(gate, () =>
                    {
                        if (buffer.FreeBytes < size)
                        {
                            return false;
                        }

                        buffer.Write(chunk.AsSpan(0, size));
                        return true;
                    }), () => $"no room after {written} bytes");
                    written += size;
                }
            },
            () =>
            {
                byte[] chunk = new byte[512];
                int read = 0;
                while (read < Total)
                {
                    int bytes = 0;
                    Concurrent.Until(() => Guarded(gate, () => (bytes = buffer.Peek(chunk)) > 0), () => $"nothing after {read} bytes");
                    for (int i = 0; i < bytes; i++)
                    {
                        if (chunk[i] != ByteAt(read + i))
                        {
                            throw new InvalidOperationException($"Byte {read + i} is wrong.");
                        }
                    }

                    Guarded(gate, () =>
                    {
                        buffer.Advance(bytes);
                        return true;
                    });
                    read += bytes;
                }
            });
        Assert.Equal(0, buffer.Count);
        buffer.Release();
    }

    private static void Step(BufferBox buffer, Queue<byte> oracle, Random random)
    {
        if (random.Next(2) == 0)
        {
            byte[] bytes = new byte[Math.Min(random.Next(random.Next(4) == 0 ? 400 : 40), buffer.FreeBytes)];
            random.NextBytes(bytes);
            buffer.Write(bytes);
            Array.ForEach(bytes, oracle.Enqueue);
            return;
        }

        byte[] peeked = new byte[random.Next(300)];
        int count = buffer.Peek(peeked);
        byte[] expected = [.. oracle.Take(peeked.Length)];
        if (!peeked.AsSpan(0, count).SequenceEqual(expected))
        {
            // Says where they differ; it compares one byte at a time.
            Assert.Equal(expected, peeked[..count]);
        }

        int taken = random.Next(count + 1);
        buffer.Advance(taken);
        for (int i = 0; i < taken; i++)
        {
            oracle.Dequeue();
        }
    }

    private static byte ByteAt(int position) => (byte)((position * 31) + (position >> 8));

    private static bool Guarded(object? gate, Func<bool> body)
    {
        if (gate is null)
        {
            return body();
        }

        lock (gate)
        {
            return body();
        }
    }
}
