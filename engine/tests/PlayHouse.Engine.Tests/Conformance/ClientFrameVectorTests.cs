using System.Text;
using PlayHouse.Engine.Client;
using PlayHouse.Engine.Protocol;

namespace PlayHouse.Engine.Conformance;

public sealed class ClientFrameVectorTests
{
    public static TheoryData<FrameVector> Requests => FrameVector.Load("request");

    public static TheoryData<FrameVector> Replies => FrameVector.Load("reply");

    [Fact]
    public void Vectors_OfBothDirections_AreAllThere()
    {
        Assert.Equal(2, Requests.Count);
        Assert.Equal(3, Replies.Count);
    }

    [Theory]
    [MemberData(nameof(Requests))]
    public void Server_OpensRequest_ReadsEveryField(FrameVector vector)
    {
        Assert.Equal(FrameStatus.Complete, RequestFrame.Inspect(vector.Frame, 2 << 20, out int totalBytes));
        Assert.Equal(vector.Frame.Length, totalBytes);
        RequestFrame frame = RequestFrame.Open(vector.Frame);
        Assert.Equal(vector.MsgId, Encoding.UTF8.GetString(frame.MsgId));
        Assert.Equal(vector.MsgSeq, frame.MsgSeq);
        Assert.Equal(vector.StageId, frame.StageId);
        Assert.Equal(vector.Payload, vector.Frame[frame.PayloadOffset..(frame.PayloadOffset + frame.PayloadLength)]);
        Assert.Equal(vector.Name == "heartbeat", Heartbeat.IsAt(vector.Frame));
    }

    [Theory]
    [MemberData(nameof(Requests))]
    public void Client_WritesRequest_ByteForByte(FrameVector vector)
    {
        byte[] written = new byte[vector.Frame.Length];
        ClientFrameStatus status = ClientFrame.TryWriteRequest(written, vector.MsgIdUtf8, vector.MsgSeq, vector.StageId, vector.Payload, out int bytes);
        Assert.Equal(ClientFrameStatus.Done, status);
        Assert.Equal(written.Length, bytes);
        Assert.Equal(vector.Frame, written);
    }

    [Theory]
    [MemberData(nameof(Requests))]
    public void Client_WritesRequest_RefusesShorterDestination(FrameVector vector)
    {
        for (int length = 0; length < vector.Frame.Length; length++)
        {
            ClientFrameStatus status = ClientFrame.TryWriteRequest(new byte[length], vector.MsgIdUtf8, vector.MsgSeq, vector.StageId, vector.Payload, out int bytes);
            Assert.Equal((ClientFrameStatus.NeedMore, 0), (status, bytes));
        }
    }

    [Theory]
    [MemberData(nameof(Replies))]
    public void Server_WritesReply_ByteForByte(FrameVector vector)
    {
        byte[] frame = new byte[ReplyFrame.TotalBytes(vector.MsgIdUtf8.Length, vector.Payload.Length)];
        frame.AsSpan().Fill(0xCC);
        vector.Payload.CopyTo(ReplyFrame.WriteHeader(frame, vector.MsgIdUtf8, vector.MsgSeq, vector.StageId, vector.ErrorCode));
        Assert.Equal(vector.Frame, frame);
    }

    [Theory]
    [MemberData(nameof(Replies))]
    public void Client_ReadsReply_ReadsEveryField(FrameVector vector)
    {
        Assert.Equal(ClientFrameStatus.Done, ClientFrame.TryReadReply(vector.Frame, out ReplyView reply, out int consumed));
        Assert.Equal(vector.Frame.Length, consumed);
        Assert.Equal(vector.MsgId, Encoding.UTF8.GetString(reply.MsgIdUtf8));
        Assert.Equal((vector.MsgSeq, vector.StageId, vector.ErrorCode, 0), (reply.MsgSeq, reply.StageId, reply.ErrorCode, reply.OriginalSize));
        Assert.Equal(vector.Payload, reply.Payload.ToArray());
    }

    [Theory]
    [MemberData(nameof(Requests))]
    public void Server_RequestCutAnywhere_WaitsForTheRest(FrameVector vector)
    {
        for (int length = 0; length < vector.Frame.Length; length++)
        {
            Assert.Equal(FrameStatus.Incomplete, RequestFrame.Inspect(vector.Frame.AsSpan(0, length), 2 << 20, out _));
        }
    }

    [Theory]
    [MemberData(nameof(Replies))]
    public void Client_ReplyCutAnywhere_WaitsForTheRest(FrameVector vector)
    {
        for (int length = 0; length < vector.Frame.Length; length++)
        {
            Assert.Equal(ClientFrameStatus.NeedMore, ClientFrame.TryReadReply(vector.Frame.AsSpan(0, length), out _, out int consumed));
            Assert.Equal(0, consumed);
        }
    }
}
