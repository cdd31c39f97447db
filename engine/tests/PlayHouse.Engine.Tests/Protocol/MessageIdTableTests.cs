using System.Text;
using PlayHouse.Engine.Strategies.MessageIds;

namespace PlayHouse.Engine.Tests.Protocol;

public sealed class MessageIdTableTests
{
    [Fact]
    public void TryGet_SameBytes_GivesTheSameObjectWithoutAllocating()
    {
        MessageIdTable table = new(16);
        byte[] id = "EchoRequest"u8.ToArray();
        Assert.True(table.TryGet(id, out string? first));
        long before = GC.GetAllocatedBytesForCurrentThread();
        string? again = null;
        for (int i = 0; i < 1000; i++)
        {
            table.TryGet(id, out again);
        }

        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);
        Assert.Same(first, again);
        Assert.Equal("EchoRequest", first);
    }

    [Fact]
    public void TryGet_BeyondTheBound_StillAnswersAndCounts()
    {
        MessageIdTable table = new(8);
        for (int round = 0; round < 2; round++)
        {
            for (int i = 0; i < 100; i++)
            {
                Assert.True(table.TryGet(Encoding.UTF8.GetBytes("id" + i), out string? id));
                Assert.Equal("id" + i, id);
            }
        }

        Assert.Equal(8, table.Count);
        Assert.Equal(2 * 92, table.Uncached);
    }

    [Theory]
    [InlineData("C328")]
    [InlineData("FF")]
    [InlineData("EDA080")]
    public void TryGet_NotUtf8_IsRefusedAndNotKept(string hex)
    {
        MessageIdTable table = new(8);

        Assert.False(table.TryGet(Convert.FromHexString(hex), out _));
        Assert.Equal(0, table.Count);
    }

    [Fact]
    public void TryGet_IdsThatShareStartEndAndLength_AreToldApart()
    {
        MessageIdTable table = new(4096);
        HashSet<string> seen = [];
        for (int i = 0; i < 2000; i++)
        {
            Assert.True(table.TryGet(Encoding.UTF8.GetBytes($"same-start-{i:D6}-same-end"), out string? id));
            Assert.True(seen.Add(id));
        }

        Assert.Equal(2000, table.Count + table.Uncached);
    }

    [Fact]
    public async Task TryGet_FromManyThreads_GivesOneObjectPerId()
    {
        MessageIdTable table = new(64);
        string?[][] results = await Task.WhenAll(Enumerable.Range(0, 8).Select(_ => Task.Run(() =>
        {
            string?[] ids = new string?[32];
            for (int i = 0; i < ids.Length; i++)
            {
                table.TryGet(Encoding.UTF8.GetBytes("shared" + i), out ids[i]);
            }

            return ids;
        })));

        for (int i = 0; i < 32; i++)
        {
            Assert.All(results, r => Assert.Same(results[0][i], r[i]));
        }
    }

    [Fact]
    public void TryGet_OfOneSession_AddsItsShareAndNoMore()
    {
        MessageIdTable table = new(1024);
        MessageIdUse use = new() { NewIdsLeft = table.NewIdsPerSessionMax };
        for (int i = 0; i < 1024; i++)
        {
            Assert.True(table.TryGet(Encoding.UTF8.GetBytes("invented" + i), ref use, out _));
        }

        Assert.Equal((0, 64, 1024 - 64), (use.NewIdsLeft, table.Count, table.Uncached));
    }

    [Fact]
    public void ForgetUnused_KeepsWhatIsUsedAndWhatIsPinned()
    {
        MessageIdTable table = new(64);
        string pinned = table.Pin("AuthenticateRequest"u8);
        Assert.True(table.TryGet("EchoRequest"u8, out string? used));
        for (int i = 0; i < 62; i++)
        {
            table.TryGet(Encoding.UTF8.GetBytes("invented" + i), out _);
        }

        table.ForgetUnused();
        Assert.Equal(64, table.Count);
        table.TryGet("EchoRequest"u8, out _);
        table.ForgetUnused();

        Assert.Equal(2, table.Count);
        Assert.True(table.TryGet("EchoRequest"u8, out string? again));
        Assert.True(table.TryGet("AuthenticateRequest"u8, out string? stillPinned));
        Assert.Same(used, again);
        Assert.Same(pinned, stillPinned);
        Assert.Equal(0, table.Uncached);
    }
}
