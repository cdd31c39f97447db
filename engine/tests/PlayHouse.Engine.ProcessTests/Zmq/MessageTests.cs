using System.Runtime.InteropServices;
using Net.Zmq;

namespace PlayHouse.Zmq.Tests;

/// <summary>Who owns a message's bytes, and until when.</summary>
public sealed class MessageTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(33)]
    [InlineData(34)]
    [InlineData(100_000)]
    public void Bytes_OfAnySize_SurviveSendingAndReceiving(int size)
    {
        byte[] bytes = new byte[size];
        new Random(size).NextBytes(bytes);
        using Context context = new();
        using Socket left = new(context, SocketType.Pair);
        using Socket right = new(context, SocketType.Pair);
        left.Bind("inproc://m");
        right.Connect("inproc://m");
        using Message sent = new(bytes);
        using Message received = new();

        Assert.Equal(size, left.Send(sent));
        GC.Collect();
        Assert.Equal(size, right.Recv(received));

        Assert.Equal(0, sent.Size);
        Assert.Equal(bytes, received.ToArray());
        Assert.False(received.More);
    }

    [Fact]
    public void MoveAndCopy_GiveTheBytesOnAndShareThem()
    {
        using Message source = new("a text longer than what fits inside a message");
        using Message copy = new();
        using Message target = new();
        byte[] bytes = source.ToArray();

        copy.Copy(source);
        target.Move(source);

        Assert.Equal(bytes, copy.ToArray());
        Assert.Equal(bytes, target.ToArray());
        Assert.Equal(0, source.Size);
        target.Rebuild(3);
        Assert.Equal(3, target.Size);
        target.Rebuild();
        Assert.Equal(0, target.Size);
        Assert.Equal(bytes, copy.ToArray());
    }

    [Fact]
    public void ForeignMemory_IsFreedOnceWhenTheLastCopyIsGone()
    {
        nint memory = Marshal.AllocHGlobal(64);
        int freed = 0;
        Message message = new(memory, 64, pointer =>
        {
            Assert.Equal(memory, pointer);
            Interlocked.Increment(ref freed);
            Marshal.FreeHGlobal(pointer);
        });
        Message copy = new();
        copy.Copy(message);

        message.Dispose();
        GC.Collect();
        Assert.Equal(0, Volatile.Read(ref freed));
        copy.Dispose();

        Assert.Equal(1, Volatile.Read(ref freed));
    }

    [Fact]
    public void ForeignMemory_Sent_IsFreedAfterItWasReceived()
    {
        nint memory = Marshal.AllocHGlobal(64);
        int freed = 0;
        using (Context context = new())
        {
            using Socket left = new(context, SocketType.Pair);
            using Socket right = new(context, SocketType.Pair);
            left.Bind("inproc://m");
            right.Connect("inproc://m");
            using Message message = new(memory, 64, pointer =>
            {
                Marshal.FreeHGlobal(pointer);
                Interlocked.Increment(ref freed);
            });
            left.Send(message);
            Assert.Equal(0, Volatile.Read(ref freed));
            right.Recv(new byte[64]);
        }

        Assert.Equal(1, Volatile.Read(ref freed));
    }
}
