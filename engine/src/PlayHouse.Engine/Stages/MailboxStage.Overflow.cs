using PlayHouse.Engine.Strategies.Mailbox;

namespace PlayHouse.Engine.Stages;

/// <summary>Actions are never refused: those that find the mailbox full wait next to it.</summary>
internal abstract partial class MailboxStage<TItem, TRouteObject, TMailbox, TDispatchResult>
{
    protected bool HasOverflow => !_overflow.IsEmpty;

    /// <summary>Adds an action. False when it waits next to the mailbox, where a loop that waits for the mailbox does not see it.</summary>
    protected bool Enqueue(IStageAction action)
    {
        MessageSlot slot = new(SlotKind.Action, action, null, 0, 0, 0);
        if (_overflow.IsEmpty && TryEnqueueAction(slot))
        {
            return true;
        }

        _overflow.Enqueue(slot);
        return false;
    }

    /// <summary>Adds an action unless the mailbox is full.</summary>
    protected bool TryEnqueueAction(in MessageSlot slot)
    {
        TItem item = _route.Wrap(slot);
        if (_mailbox.TryEnqueue(item))
        {
            return true;
        }

        _route.Unwrap(item);
        return false;
    }

    /// <summary>Waiting actions enter in order as soon as the mailbox has room, so that they stay behind earlier messages.</summary>
    private void MoveOverflow()
    {
        while (_overflow.TryPeek(out MessageSlot slot) && TryEnqueueAction(slot))
        {
            _overflow.TryDequeue(out _);
        }
    }

    private bool TryTakeOverflow()
    {
        if (!_overflow.TryDequeue(out MessageSlot slot))
        {
            return false;
        }

        BeginSlot(slot);
        _hasSlot = true;
        return true;
    }
}
