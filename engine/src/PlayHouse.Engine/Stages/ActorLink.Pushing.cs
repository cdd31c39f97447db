using Google.Protobuf;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Sessions;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.SendPumps;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Stages;

/// <summary>Pushes that go to many: the frame is built once and given to each recipient.</summary>
internal abstract partial class ActorLink
{
    /// <summary>A push frame of a protobuf message, for any actor of the stage.</summary>
    public abstract BuiltFrame Build(IMessage message);

    /// <summary>A push frame of bytes, for any actor of the stage.</summary>
    public BuiltFrame Build(string msgId, ReadOnlySpan<byte> payload)
    {
        Span<byte> id = stackalloc byte[RequestFrame.MsgIdBytesMax];
        id = id[..MsgIdEncoder.Encode(msgId, id)];
        int frameBytes = FrameBytes(id.Length, payload.Length);
        PooledBuffer buffer = Engine.Pool.Rent(frameBytes);
        payload.CopyTo(ReplyFrame.WriteHeader(buffer.Array.AsSpan(0, frameBytes), id, 0, Stage.StageId, ErrorCodes.Success));
        return new BuiltFrame(buffer, frameBytes, null);
    }

    /// <summary>
    /// Sends a built frame; false without a client. A small one is copied into the batch that leaves at the end of the run, a
    /// large one is shared: the queue appends nothing to a segment of that size, and no session keeps its buffer for other frames.
    /// </summary>
    public bool TryPush(in BuiltFrame frame, bool isFirst)
    {
        Session? session = _session;
        if (session is null || session.IsClosed)
        {
            return false;
        }

        StrategyCounter? encodedBy = isFirst ? frame.EncodedBy : null;
        bool isShared = frame.Length >= SendPump.SegmentBytesLimit;
        if (!isShared && Stage.IsRunningHere)
        {
            frame.Bytes.CopyTo(session.ReserveOnStage(frame.Length));
            CommitOnStage(session, frame.Length, isReply: false);
            session.StageBatch.CountEncoded(encodedBy);
            return true;
        }

        // On the stage too: the sender keeps it behind the stage's open batch and before what follows.
        SendBatch batch = isShared ? SendBatch.Share(frame.Buffer) : default;
        if (!isShared)
        {
            frame.Bytes.CopyTo(session.Reserve(ref batch, frame.Length));
        }

        Commit(ref batch, frame.Length, isReply: false);
        batch.CountEncoded(encodedBy);
        session.Enqueue(ref batch);
        return true;
    }
}
