using Google.Protobuf;
using PlayHouse.FastPort.Protocol;
using PlayHouse.FastPort.Protos;

namespace PlayHouse.FastPort.Tests.Protocol;

public sealed class PacketFrameTests
{
    [Theory]
    [InlineData("", FrameStatus.Incomplete)]
    [InlineData("06", FrameStatus.Incomplete)]
    [InlineData("0000", FrameStatus.SizeTooSmall)]
    [InlineData("0100", FrameStatus.SizeTooSmall)]
    [InlineData("0200", FrameStatus.SizeTooSmall)]
    [InlineData("0500", FrameStatus.SizeTooSmall)]
    [InlineData("0600", FrameStatus.Incomplete)]
    [InlineData("0600010000", FrameStatus.Incomplete)]
    [InlineData("060001000000", FrameStatus.Announced)]
    [InlineData("0100010000000000", FrameStatus.SizeTooSmall)]
    public void Inspect_FirstBytes_AreJudgedAsSoonAsTheSizeIsThere(string hex, object expected) =>
        Assert.Equal((FrameStatus)expected, PacketFrame.Inspect(Convert.FromHexString(hex), PacketFrame.FrameBytesMax, out _, out _));

    [Fact]
    public void Inspect_LargestSize_IsLegalAndOneAboveALowerLimitIsNot()
    {
        Assert.Equal(FrameStatus.Announced, PacketFrame.Inspect([0xFF, 0xFF, 1, 0, 0, 0], PacketFrame.FrameBytesMax, out _, out int bodyBytes));
        Assert.Equal(65_535 - 6, bodyBytes);
        Assert.Equal(FrameStatus.Announced, PacketFrame.Inspect([100, 0, 1, 0, 0, 0], 100, out _, out _));
        Assert.Equal(FrameStatus.SizeTooLarge, PacketFrame.Inspect([101, 0, 1, 0, 0, 0], 100, out _, out _));
    }

    [Theory]
    [InlineData(65_530)]
    [InlineData(-1)]
    [InlineData(int.MaxValue)]
    public void WriteHeader_BodyThatTheSizeCannotSay_Throws(int bodyBytes) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => PacketFrame.WriteHeader(new byte[6], 1, bodyBytes));

    [Fact]
    public void WriteHeader_LargestBody_SaysAllOnes()
    {
        byte[] header = new byte[6];
        PacketFrame.WriteHeader(header, 1, PacketFrame.BodyBytesMax);
        Assert.Equal("ffff01000000", Convert.ToHexStringLower(header));
    }

    [Fact]
    public void EchoFrames_Write_RefusesOneByteAboveTheFrame()
    {
        // Tag and length of 65,525 bytes of data take 4, the frame's header 6.
        byte[] scratch = [];
        EchoRequest largest = new() { Data = ByteString.CopyFrom(new byte[65_525]) };
        Assert.Equal(65_535, EchoFrames.Write(ref scratch, PacketIds.Echo, largest, PacketFrame.FrameBytesMax));
        Assert.Equal(65_535, scratch.Length);
        EchoRequest tooLarge = new() { Data = ByteString.CopyFrom(new byte[65_526]) };
        Assert.Equal(0, EchoFrames.Write(ref scratch, PacketIds.Echo, tooLarge, PacketFrame.FrameBytesMax));
    }
}
