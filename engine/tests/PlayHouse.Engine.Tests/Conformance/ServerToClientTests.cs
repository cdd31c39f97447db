using PlayHouse.Engine.Client;
using PlayHouse.Engine.Protocol;

namespace PlayHouse.Engine.Conformance;

public sealed class ServerToClientTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(42)]
    [InlineData(128)]
    public void MsgIdOfAnyLength_CrossesBothWays(int msgIdBytes)
    {
        byte[] msgId = [.. Enumerable.Range(0, msgIdBytes).Select(i => (byte)('a' + (i % 26)))];
        byte[] payload = [9, 8, 7];
        byte[] request = new byte[ClientFrame.RequestBytes(msgIdBytes, payload.Length)];
        ClientFrame.TryWriteRequest(request, msgId, 65535, long.MinValue, payload, out _);
        Assert.Equal(FrameStatus.Complete, RequestFrame.Inspect(request, 1000, out _));
        RequestFrame read = RequestFrame.Open(request);
        Assert.Equal(msgId, read.MsgId.ToArray());
        Assert.Equal((65535, long.MinValue), (read.MsgSeq, read.StageId));

        byte[] reply = new byte[ReplyFrame.TotalBytes(msgIdBytes, payload.Length)];
        payload.CopyTo(ReplyFrame.WriteHeader(reply, msgId, 65535, long.MaxValue, 65535));
        Assert.Equal(ClientFrameStatus.Done, ClientFrame.TryReadReply(reply, out ReplyView view, out _));
        Assert.Equal(msgId, view.MsgIdUtf8.ToArray());
        Assert.Equal((65535, long.MaxValue, 65535), (view.MsgSeq, view.StageId, view.ErrorCode));
        Assert.Equal(payload, view.Payload.ToArray());
    }
}
