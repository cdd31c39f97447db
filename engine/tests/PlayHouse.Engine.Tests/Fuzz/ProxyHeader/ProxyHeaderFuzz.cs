using System.Net;
using Xunit.Abstractions;
using Header = PlayHouse.Engine.Transport.Proxy.ProxyHeader;

namespace PlayHouse.Engine.Fuzz.ProxyHeader;

/// <summary>Whatever a connection begins with, in whatever pieces it arrives: the oracle's answer, and no exception.</summary>
public sealed class ProxyHeaderFuzz(ITestOutputHelper output)
{
    [Fact]
    public void AnyBytes_AnySplit_GiveWhatTheOracleReads() => new FuzzRun("proxy-header", output).Start(ProxyHeaders.Next, Execute);

    /// <summary>Every beginning, because a connection is looked at whenever a piece of it has arrived. An answer is final.</summary>
    private static int Execute(byte[] bytes, Random random)
    {
        int answer = Header.Incomplete;
        for (int end = 0; end <= bytes.Length; end++)
        {
            int length = Check(bytes[..end]);
            Assert.True(answer == Header.Incomplete || answer == length, $"{answer}, then {length} after {end} bytes");
            Assert.True(length <= end, $"{length} of {end} bytes");
            answer = length;
        }

        return bytes.Length;
    }

    private static int Check(byte[] bytes)
    {
        (int expected, byte[]? address) = ReferenceProxyHeader.Read(bytes);
        int length = Header.Parse(bytes, out IPAddress? client);
        Assert.True(length == expected, $"read {length}, the oracle {expected} for {Convert.ToHexStringLower(bytes)}");
        Assert.Equal(address, client?.GetAddressBytes());
        return length;
    }
}
