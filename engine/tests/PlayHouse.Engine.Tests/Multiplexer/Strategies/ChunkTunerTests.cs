using PlayHouse.Multiplexer.Strategies.MuxChunk;

namespace PlayHouse.Multiplexer.Tests.Strategies;

public sealed class ChunkTunerTests
{
    private const int KiB = 1024;
    private const int Whole = 10 * 1024 * KiB;
    private const int ExploreEvery = 20;

    [Theory]
    [InlineData(2 * KiB)]
    [InlineData(100 * KiB)]
    [InlineData(Whole)]
    public void Next_OneSizeIsCheaper_ItIsUsedForAllButTheTries(int messageBytes)
    {
        var tuner = new ChunkTuner(ExploreEvery);
        Dictionary<int, int> used = Drive(tuner, messageBytes, 2000, chunk => chunk == 16 * KiB ? 1 : 2);

        Assert.InRange(used[16 * KiB], 2000 * (ExploreEvery - 1) / ExploreEvery - 100, 2000);
        Assert.Equal(5, used.Count);
    }

    [Fact]
    public void Next_TheCheapestChanges_TheOtherIsUsedFromThen()
    {
        var tuner = new ChunkTuner(ExploreEvery);
        Drive(tuner, 100 * KiB, 500, chunk => chunk == Whole ? 1 : 2);

        Dictionary<int, int> used = Drive(tuner, 100 * KiB, 4000, chunk => chunk == 4 * KiB ? 1 : 3);

        Assert.True(used[4 * KiB] > 3000, string.Join(", ", used));
    }

    [Fact]
    public void Next_SizesApart_LearnApart()
    {
        var tuner = new ChunkTuner(ExploreEvery);
        for (int i = 0; i < 500; i++)
        {
            Send(tuner, 3 * KiB, chunk => chunk == KiB ? 1 : 2);
            Send(tuner, 600 * KiB, chunk => chunk == 64 * KiB ? 1 : 2);
        }

        Dictionary<int, int> small = Drive(tuner, 3 * KiB, 100, chunk => chunk == KiB ? 1 : 2);
        Dictionary<int, int> large = Drive(tuner, 600 * KiB, 100, chunk => chunk == 64 * KiB ? 1 : 2);
        Assert.True(small[KiB] >= 90, string.Join(", ", small));
        Assert.True(large[64 * KiB] >= 90, string.Join(", ", large));
    }

    [Fact]
    public void Next_MessageOfOneSmallFrame_IsNeverCut()
    {
        var tuner = new ChunkTuner(2);

        Assert.Equal([Whole], Drive(tuner, KiB, 100, _ => 1).Keys);
        Assert.Equal([Whole], Drive(tuner, 0, 100, _ => 1).Keys);
    }

    private static Dictionary<int, int> Drive(ChunkTuner tuner, int messageBytes, int messages, Func<int, double> nanosecondsPerByte)
    {
        Dictionary<int, int> used = [];
        for (int i = 0; i < messages; i++)
        {
            int chunk = Send(tuner, messageBytes, nanosecondsPerByte);
            used[chunk] = used.GetValueOrDefault(chunk) + 1;
        }

        return used;
    }

    private static int Send(ChunkTuner tuner, int messageBytes, Func<int, double> nanosecondsPerByte)
    {
        int chunk = tuner.Next(messageBytes);
        for (int sent = 0; ;)
        {
            int data = Math.Min(chunk, messageBytes - sent);
            sent += data;
            tuner.Took(messageBytes, chunk, data, data * nanosecondsPerByte(chunk), sent == messageBytes);
            if (sent == messageBytes)
            {
                return chunk;
            }
        }
    }
}
