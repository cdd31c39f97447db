using System.Net;
using PlayHouse.Engine.Sessions;

namespace PlayHouse.Engine.Tests.Sessions;

public sealed class AddressKeyTests
{
    [Theory]
    [InlineData("10.0.0.1", "10.0.0.1", true)]
    [InlineData("10.0.0.1", "::ffff:10.0.0.1", true)]
    [InlineData("10.0.0.1", "10.0.0.2", false)]
    [InlineData("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true)]
    [InlineData("2001:db8:1:2::1", "2001:db8:1:3::1", false)]
    [InlineData("::1", "0.0.0.0", false)]
    public void Of_TwoAddresses_AreTheSameHostOrNot(string first, string second, bool isSame) =>
        Assert.Equal(isSame, AddressKey.Of(IPAddress.Parse(first)) == AddressKey.Of(IPAddress.Parse(second)));
}
