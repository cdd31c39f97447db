using System.Diagnostics.CodeAnalysis;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies.Mailbox;

namespace PlayHouse.Engine.Strategies.StageLoop;

/// <summary>What a loop that awaits makes of a mailbox that cannot be waited for.</summary>
internal static class SignalledMailbox
{
    /// <summary>
    /// Says what the chosen mailbox is made of for items of a type; a mailbox that knows a wait of its own stays as it is.
    /// </summary>
    public static StrategyComposer Bind(StrategyComposer strategies, Type item)
    {
        Type mailbox = strategies.Bind("TItem", item).TypeOf(MailboxCatalog.SeamId);
        bool isAwaitable = mailbox.GetInterfaces()
            .Any(i => i.IsGenericType && i.GetGenericTypeDefinition() == typeof(IAwaitableMailbox<,>));
        return isAwaitable ? strategies : strategies.Bind("TMailbox", typeof(SignalledMailbox<,>).MakeGenericType(mailbox, item));
    }
}

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

    public readonly bool IsEmpty => _mailbox.IsEmpty;

    public static SignalledMailbox<TMailbox, TItem> Create(StrategyChoice choice) => new(TMailbox.Create(choice));

    public bool TryEnqueue(in TItem item)
    {
        bool isTaken = _mailbox.TryEnqueue(item);
        _signal.Raise();
        return isTaken;
    }

    public bool TryDequeue([MaybeNullWhen(false)] out TItem item) => _mailbox.TryDequeue(out item);

    public ValueTask<bool> WaitAsync()
    {
        if (!_mailbox.IsEmpty)
        {
            return new ValueTask<bool>(true);
        }

        _signal.Arm();
        return !_mailbox.IsEmpty && _signal.Disarm() ? new ValueTask<bool>(true) : _signal.WaitAsync();
    }

    public readonly void AddTo(CounterBlock block) => _mailbox.AddTo(block);
}
