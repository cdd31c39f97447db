using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;

namespace PlayHouse.Engine.Tests.Strategies.Mailbox;

/// <summary>The mailbox contract refuses mailboxes with one planted defect each: the suite can fail.</summary>
public sealed class MailboxMutantTests
{
    [Theory]
    [InlineData("drops-every-1000th")]
    [InlineData("twice-every-1000th")]
    [InlineData("last-in-first-out")]
    public void ConcurrentProducers_BrokenMailbox_IsRefused(string defect) =>
        Assert.Throws<InvalidOperationException>(() =>
            MailboxContract.CheckConcurrentProducers(new BrokenMailbox(defect), 4, 5_000));

    [Fact]
    public void ReleaseProtocol_IsEmptyAlwaysTrue_IsRefused() =>
        Assert.Throws<InvalidOperationException>(() =>
            MailboxContract.CheckReleaseProtocol(new BrokenMailbox("always-empty"), producers: 1, rounds: 10, itemsPerRound: 1));

    [Fact]
    public void Contract_SoundMailbox_Passes()
    {
        MailboxContract.CheckConcurrentProducers(new BrokenMailbox("none"), 4, 5_000);
        MailboxContract.CheckReleaseProtocol(new BrokenMailbox("none"), 4, 500, 5);
    }

    private sealed class BrokenMailbox(string defect) : IMailboxBox<NumberedItem>
    {
        private readonly ConcurrentQueue<NumberedItem> _queue = new();
        private readonly ConcurrentStack<NumberedItem> _stack = new();
        private int _enqueued;
        private int _looks;

        public bool IsEmpty => defect == "always-empty" || (_queue.IsEmpty && _stack.IsEmpty);

        public bool TryEnqueue(in NumberedItem item)
        {
            bool isMarked = Interlocked.Increment(ref _enqueued) % 1000 == 0;
            if (defect == "last-in-first-out")
            {
                _stack.Push(item);
                return true;
            }

            if (defect == "drops-every-1000th" && isMarked)
            {
                return true;
            }

            _queue.Enqueue(item);
            if (defect == "twice-every-1000th" && isMarked)
            {
                _queue.Enqueue(item);
            }

            return true;
        }

        public bool TryDequeue([MaybeNullWhen(false)] out NumberedItem item)
        {
            // Not yet visible is a legal answer; only IsEmpty then brings the consumer back.
            if (Interlocked.Increment(ref _looks) % 3 == 0)
            {
                item = default;
                return false;
            }

            return _queue.TryDequeue(out item) || _stack.TryPop(out item);
        }
    }
}
