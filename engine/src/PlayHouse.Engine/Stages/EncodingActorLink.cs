using Google.Protobuf;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Sessions;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.ReplyCodec;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Stages;

/// <summary>An actor's link closed over the reply codec: protobuf messages become frames without a virtual call to the codec.</summary>
internal sealed class EncodingActorLink<TReplyCodec>(EngineContext engine, TReplyCodec codec) : ActorLink(engine)
    where TReplyCodec : struct, IReplyCodec
{
#pragma warning disable IDE0044 // A strategy may be a mutable struct: a readonly field would call a copy of it.
    private TReplyCodec _codec = codec;
#pragma warning restore IDE0044

    public override void Reply(IMessage message)
    {
        ArgumentNullException.ThrowIfNull(message);
        if (Stage.TryGetReplyTarget(this, out ReplyTarget target))
        {
            WriteReply(target, message);
            Stage.CloseReply();
        }
    }

    public override void WriteReply(in ReplyTarget target, IMessage message) =>
        Write(target.Session, message, target.MsgSeq, target.StageId);

    public override void SendToClient(IMessage message)
    {
        ArgumentNullException.ThrowIfNull(message);
        if (TryGetSession(out Session? session))
        {
            Write(session, message, 0, Stage.StageId);
        }
    }

    public override BuiltFrame Build(IMessage message)
    {
        Span<byte> id = stackalloc byte[RequestFrame.MsgIdBytesMax];
        id = id[..MsgIdEncoder.Encode(message.Descriptor.Name, id)];
        PreparedPayload prepared = _codec.Prepare(message);
        int frameBytes = CheckedFrameBytes(id.Length, prepared);
        PooledBuffer buffer = Engine.Pool.Rent(frameBytes);
        try
        {
            _codec.Write(
                message, prepared, ReplyFrame.WriteHeader(buffer.Array.AsSpan(0, frameBytes), id, 0, Stage.StageId, ErrorCodes.Success));
        }
        catch
        {
            buffer.Release();
            throw;
        }

        return new BuiltFrame(buffer, frameBytes, prepared.EncodedBy);
    }

    private void Write(Session session, IMessage message, ushort msgSeq, long stageId)
    {
        PreparedPayload prepared = _codec.Prepare(message);
        if (Stage.IsRunningHere)
        {
            WriteOnStage(session, message, prepared, msgSeq, stageId);
        }
        else
        {
            WriteDetached(session, message, prepared, msgSeq, stageId);
        }
    }

    private void WriteOnStage(Session session, IMessage message, in PreparedPayload prepared, ushort msgSeq, long stageId)
    {
        ReadOnlySpan<byte> id = EncodeId(message, prepared);
        int frameBytes = CheckedFrameBytes(id.Length, prepared);
        Span<byte> frame = session.ReserveOnStage(frameBytes);
        _codec.Write(message, prepared, ReplyFrame.WriteHeader(frame, id, msgSeq, stageId, ErrorCodes.Success));
        CommitOnStage(session, frameBytes, msgSeq != 0);
        session.StageBatch.CountEncoded(prepared.EncodedBy);
    }

    private void WriteDetached(Session session, IMessage message, in PreparedPayload prepared, ushort msgSeq, long stageId)
    {
        Span<byte> id = stackalloc byte[RequestFrame.MsgIdBytesMax];
        id = id[..MsgIdEncoder.Encode(message.Descriptor.Name, id)];
        int frameBytes = CheckedFrameBytes(id.Length, prepared);
        SendBatch batch = default;
        try
        {
            Span<byte> frame = session.Reserve(ref batch, frameBytes);
            _codec.Write(message, prepared, ReplyFrame.WriteHeader(frame, id, msgSeq, stageId, ErrorCodes.Success));
        }
        catch
        {
            batch.Discard();
            throw;
        }

        Commit(ref batch, frameBytes, msgSeq != 0);
        batch.CountEncoded(prepared.EncodedBy);
        session.Enqueue(ref batch);
    }

    private ReadOnlySpan<byte> EncodeId(IMessage message, in PreparedPayload prepared)
    {
        try
        {
            return Stage.EncodeId(message.Descriptor.Name);
        }
        catch
        {
            _codec.Discard(prepared);
            throw;
        }
    }

    private int CheckedFrameBytes(int msgIdBytes, in PreparedPayload prepared)
    {
        try
        {
            return FrameBytes(msgIdBytes, prepared.Size);
        }
        catch
        {
            _codec.Discard(prepared);
            throw;
        }
    }
}
