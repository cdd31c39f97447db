using System.Net.Sockets;
using PlayHouse.Engine.Hosting.Listening;

namespace PlayHouse.Engine.Tests.Transport;

public sealed class AcceptErrorsTests
{
    [Theory]
    [InlineData(SocketError.ConnectionAborted, AcceptErrorKind.Transient)]
    [InlineData(SocketError.ConnectionReset, AcceptErrorKind.Transient)]
    [InlineData(SocketError.TooManyOpenSockets, AcceptErrorKind.BackOff)]
    [InlineData(SocketError.NoBufferSpaceAvailable, AcceptErrorKind.BackOff)]
    [InlineData(SocketError.SocketError, AcceptErrorKind.BackOff)]
    [InlineData(SocketError.NotSocket, AcceptErrorKind.Fatal)]
    [InlineData(SocketError.InvalidArgument, AcceptErrorKind.Fatal)]
    public void KindOf_Error_IsSorted(SocketError error, object expected) => Assert.Equal((AcceptErrorKind)expected, AcceptErrors.KindOf(error));

    [Fact]
    public void NextPause_Doubles_FromFiveMillisecondsToOneSecond()
    {
        List<double> pausesMs = [];
        TimeSpan pause = TimeSpan.Zero;
        for (int i = 0; i < 10; i++)
        {
            pause = AcceptErrors.NextPause(pause);
            pausesMs.Add(pause.TotalMilliseconds);
        }

        Assert.Equal([5, 10, 20, 40, 80, 160, 320, 640, 1000, 1000], pausesMs);
    }
}
