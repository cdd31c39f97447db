using System.Threading.Channels;
using PlayHouse.Engine.Strategies.Mailbox;

namespace PlayHouse.Engine.Tests.Strategies.Mailbox;

/// <summary>The gap of a few instructions that threads seldom hit: an enqueue after the reader's last look and before the flag goes down.</summary>
public sealed class UnboundedChannelMailboxTests
{
    [Fact]
    public void TryDequeue_EnqueueAfterTheLastLook_FindsItAndIsNotEmpty()
    {
        GapChannel channel = new();
        UnboundedChannelMailbox<int> mailbox = new(channel);
        channel.InTheGap = () =>
        {
            Assert.True(mailbox.TryEnqueue(1));
            Assert.True(mailbox.TryEnqueue(2));
        };

        Assert.True(mailbox.TryDequeue(out int first));
        Assert.Equal(1, first);
        Assert.False(mailbox.IsEmpty);
        Assert.True(mailbox.TryDequeue(out int second));
        Assert.Equal(2, second);
        Assert.False(mailbox.TryDequeue(out _));
        Assert.True(mailbox.IsEmpty);
    }

    [Fact]
    public void IsEmpty_EnqueueAfterTheFlagWentDown_IsFalse()
    {
        GapChannel channel = new();
        UnboundedChannelMailbox<int> mailbox = new(channel);
        Assert.False(mailbox.TryDequeue(out _));
        Assert.True(mailbox.TryEnqueue(1));
        Assert.False(mailbox.IsEmpty);
    }

    /// <summary>A channel whose reader runs a hook once, after it found nothing and before it says so.</summary>
    private sealed class GapChannel : Channel<int>
    {
        public GapChannel()
        {
            Channel<int> inner = Channel.CreateUnbounded<int>();
            Writer = inner.Writer;
            Reader = new GapReader(this, inner.Reader);
        }

        public Action? InTheGap { get; set; }

        private sealed class GapReader(GapChannel owner, ChannelReader<int> inner) : ChannelReader<int>
        {
            public override bool TryRead(out int item)
            {
                if (inner.TryRead(out item))
                {
                    return true;
                }

                Action? hook = owner.InTheGap;
                owner.InTheGap = null;
                hook?.Invoke();
                return false;
            }

            public override ValueTask<bool> WaitToReadAsync(CancellationToken cancellationToken = default) => inner.WaitToReadAsync(cancellationToken);
        }
    }
}
