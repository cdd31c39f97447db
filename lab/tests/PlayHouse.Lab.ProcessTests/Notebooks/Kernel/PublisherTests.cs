using System.Diagnostics;
using System.Text;
using Net.Zmq;
using PlayHouse.Lab.Notebooks.Kernel;

namespace PlayHouse.Lab.Notebooks.Tests.Kernel;

/// <summary>What is published, to clients that read well, slowly and not at all.</summary>
public sealed class PublisherTests : IDisposable
{
    private const string Address = "inproc://published";
    private const int Messages = 3 * KernelLimits.QueuedMessagesMax;
    private const SocketOption Subscribe = (SocketOption)6;
    private const string Joined = "joined";
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(120);
    private readonly Context _context = new();

    public void Dispose() => _context.Dispose();

    [Fact]
    public void Publish_ToAClientThatReadsSlowly_LosesNothing()
    {
        using Publisher publisher = Open(TimeSpan.FromSeconds(120));
        using Socket reader = Join(publisher);

        Thread writing = new(() => Publish(publisher, Messages));
        writing.Start();

        Assert.Equal(Enumerable.Range(0, Messages).Select(i => $"m{i}"), Enumerable.Range(0, Messages).Select(_ => Type(reader)));
        writing.Join();
    }

    [Fact]
    public void Publish_BesideAClientThatHasStoppedReading_GoesOnForTheOthers()
    {
        using Publisher publisher = Open(TimeSpan.FromMilliseconds(20));
        using Socket reader = Join(publisher), stopped = Join(publisher);

        for (int i = 0; i < Messages; i++)
        {
            publisher.Publish($"m{i}", null, []);
            Assert.Equal($"m{i}", Type(reader));
        }
    }

    private Publisher Open(TimeSpan wait) => new(_context, Address, new WireCodec(Encoding.UTF8.GetBytes("k")), wait);

    private static void Publish(Publisher publisher, int count)
    {
        for (int i = 0; i < count; i++)
        {
            publisher.Publish($"m{i}", null, []);
        }
    }

    // A subscription has taken effect once something arrives; a publisher looks for new ones only now and then.
    private Socket Join(Publisher publisher)
    {
        Socket socket = new(_context, SocketType.Sub);
        socket.SetOption(Subscribe, "");
        socket.SetOption(SocketOption.Linger, 0);
        socket.Connect(Address);
        using Poller poller = new(1);
        poller.Add(socket, PollEvents.In);
        long begun = Stopwatch.GetTimestamp();
        do
        {
            Assert.True(Stopwatch.GetElapsedTime(begun) < Deadline, "No subscription takes effect.");
            publisher.Publish(Joined, null, []);
        }
        while (poller.Poll(10) == 0);
        socket.SetOption(SocketOption.Rcvtimeo, (int)Deadline.TotalMilliseconds);
        return socket;
    }

    /// <summary>What comes next, after the greetings.</summary>
    private static string Type(Socket socket)
    {
        string topic;
        do
        {
            topic = socket.RecvString();
            while (socket.HasMore)
            {
                socket.RecvString();
            }
        }
        while (topic == "kernel." + Joined);
        return topic["kernel.".Length..];
    }
}
