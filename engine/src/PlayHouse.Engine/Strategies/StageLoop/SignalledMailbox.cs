using System.Diagnostics.CodeAnalysis;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies.Mailbox;

namespace PlayHouse.Engine.Strategies.StageLoop;

/// <summary>A mailbox that knows no wait of its own, with an <see cref="ItemSignal"/> next to it.</summary>
/// <typeparam name="TMailbox">The mailbox.</typeparam>
/// <typeparam name="TItem">What the route seam hands over.</typeparam>
[SuppressMessage("Style", "IDE0044", Justification = "A strategy may be a mutable struct: a readonly field would call a copy of it.")]
internal struct SignalledMailbox<TMailbox, TItem> : IAwaitableMailbox<SignalledMailbox<TMailbox, TItem>, TItem>
    where TMailbox : struct, IMailbox<TMailbox, TItem>
{
    private readonly ItemSignal _signal;
    private TMailbox _mailbox;

    private SignalledMailbox(TMailbox mailbox)
    {
        _mailbox = mailbox;
        _signal = new ItemSignal();
    }

    /// <inheritdoc/>
    public readonly bool IsEmpty => _mailbox.IsEmpty;

    /// <inheritdoc/>
    public static SignalledMailbox<TMailbox, TItem> Create(StrategyChoice choice) => new(TMailbox.Create(choice));

    /// <inheritdoc/>
    public bool TryEnqueue(in TItem item)
    {
        bool isTaken = _mailbox.TryEnqueue(item);
        _signal.Raise();
        return isTaken;
    }

    /// <inheritdoc/>
    public bool TryDequeue([MaybeNullWhen(false)] out TItem item) => _mailbox.TryDequeue(out item);

    /// <inheritdoc/>
    public ValueTask<bool> WaitAsync()
    {
        if (!_mailbox.IsEmpty)
        {
            return new ValueTask<bool>(true);
        }

        _signal.Arm();
        return !_mailbox.IsEmpty && _signal.Disarm() ? new ValueTask<bool>(true) : _signal.WaitAsync();
    }

    /// <inheritdoc/>
    public readonly void AddTo(CounterBlock block) => _mailbox.AddTo(block);
}
