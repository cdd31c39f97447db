using System.Runtime.CompilerServices;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Sessions;
using PlayHouse.Engine.Strategies.Mailbox;

namespace PlayHouse.Engine.Stages;

/// <summary>Stamps of the slot in work, when the server records hops.</summary>
internal abstract partial class Stage
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void BeginHops(bool wasHeld)
    {
        if (_slot.Kind != SlotKind.Frames)
        {
            return;
        }

        long receivedNs = ((Session)_slot.State).Hops!.Begin(_slot.Frames, wasHeld);
        if (!wasHeld && receivedNs != 0 && _engine.Options.HopStamp is { } stamp)
        {
            RecordSent(stamp, receivedNs);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void EndHops()
    {
        if (_slot.Kind == SlotKind.Frames)
        {
            Session session = (Session)_slot.State;
            session.Hops!.End(session.StageBatch.Length);
        }
    }

    /// <summary>What the payloads say about when they were sent. It is a client's word: nonsense is left out.</summary>
    private void RecordSent(Func<ReadOnlySpan<byte>, long> stamp, long receivedNs)
    {
        ReadOnlySpan<byte> frames = _slot.Buffer!.Array.AsSpan(_slot.Offset, _slot.Length);
        while (!frames.IsEmpty)
        {
            RequestFrame frame = RequestFrame.Open(frames);
            long sentNs = AskWhenSent(stamp, frames.Slice(frame.PayloadOffset, frame.PayloadLength));
            if (sentNs > 0 && sentNs <= receivedNs)
            {
                _engine.Hops!.AddSent(receivedNs - sentNs);
            }

            frames = frames[frame.TotalBytes..];
        }
    }

    private long AskWhenSent(Func<ReadOnlySpan<byte>, long> stamp, ReadOnlySpan<byte> payload)
    {
        try
        {
            return stamp(payload);
        }
        catch (Exception exception)
        {
            _engine.ReportHandlerFailure(exception);
            return 0;
        }
    }
}
