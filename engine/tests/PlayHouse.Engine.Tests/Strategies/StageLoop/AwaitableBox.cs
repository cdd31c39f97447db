using System.Diagnostics.CodeAnalysis;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.Mailbox;
using PlayHouse.Engine.Strategies.StageLoop;
using PlayHouse.Engine.Tests.Strategies.Mailbox;

namespace PlayHouse.Engine.Tests.Strategies.StageLoop;

/// <summary>A mailbox variant in the form that an awaiting loop gets, behind one type.</summary>
internal interface IAwaitableBox<TItem> : IMailboxBox<TItem>
{
    ValueTask<bool> WaitAsync();
}

internal static class AwaitableBox
{
    public static IAwaitableBox<TItem> Create<TItem>(StrategyChoice choice) =>
        (IAwaitableBox<TItem>)SignalledMailbox.Bind(Variants.Composer("mailbox", choice), typeof(TItem)).Create(typeof(Awaitable<,>));

    private sealed class Awaitable<TMailbox, TItem>(StrategyComposer strategies) : IAwaitableBox<TItem>
        where TMailbox : struct, IAwaitableMailbox<TMailbox, TItem>
    {
#pragma warning disable IDE0044 // A strategy may be a mutable struct: it is called on the field.
        private TMailbox _mailbox = TMailbox.Create(strategies.Choices["mailbox"]);
#pragma warning restore IDE0044

        public bool IsEmpty => _mailbox.IsEmpty;

        public bool TryEnqueue(in TItem item) => _mailbox.TryEnqueue(item);

        public bool TryDequeue([MaybeNullWhen(false)] out TItem item) => _mailbox.TryDequeue(out item);

        public ValueTask<bool> WaitAsync() => _mailbox.WaitAsync();
    }
}
