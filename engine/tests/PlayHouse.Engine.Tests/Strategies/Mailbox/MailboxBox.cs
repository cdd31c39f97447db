using System.Diagnostics.CodeAnalysis;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.Mailbox;

namespace PlayHouse.Engine.Tests.Strategies.Mailbox;

/// <summary>A mailbox variant behind one type, for suites that run over all of them.</summary>
internal interface IMailboxBox<TItem>
{
    bool IsEmpty { get; }

    bool TryEnqueue(in TItem item);

    bool TryDequeue([MaybeNullWhen(false)] out TItem item);
}

internal sealed class MailboxBox<TMailbox, TItem>(StrategyComposer strategies) : IMailboxBox<TItem>
    where TMailbox : struct, IMailbox<TMailbox, TItem>
{
#pragma warning disable IDE0044 // A strategy may be a mutable struct: it is called on the field.
    private TMailbox _mailbox = TMailbox.Create(strategies.Choices["mailbox"]);
#pragma warning restore IDE0044

    public bool IsEmpty => _mailbox.IsEmpty;

    public bool TryEnqueue(in TItem item) => _mailbox.TryEnqueue(item);

    public bool TryDequeue([MaybeNullWhen(false)] out TItem item) => _mailbox.TryDequeue(out item);
}

internal static class MailboxBox
{
    public static IMailboxBox<TItem> Create<TItem>(StrategyChoice choice) =>
        (IMailboxBox<TItem>)Variants.Composer("mailbox", choice).Bind("TItem", typeof(TItem)).Create(typeof(MailboxBox<,>));
}
