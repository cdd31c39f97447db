using PlayHouse.Lab.Load.Accounting;

namespace PlayHouse.Lab.Load.Tests.Fakes;

/// <summary>Calls of ledgers by tests that do not look at what is recorded.</summary>
internal static class LedgerCalls
{
    private static readonly ThreadLocal<ReplyRecorder> Unread = new(() => new ReplyRecorder());

    public static bool TryTake(this ReplyLedger ledger, long index, out RequestSlot slot) => ledger.TryTake(index, 0, Unread.Value!, out slot);

    public static int GiveUpSentBefore(this ReplyLedger ledger, long sentNs) => ledger.GiveUpSentBefore(sentNs, 0, Unread.Value!);

    public static void GiveUpAll(this ReplyLedger ledger) => ledger.GiveUpAll(0, Unread.Value!);
}
