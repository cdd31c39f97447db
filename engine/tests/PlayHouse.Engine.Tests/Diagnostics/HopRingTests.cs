using PlayHouse.Engine.Diagnostics.Hops;

namespace PlayHouse.Engine.Tests.Diagnostics;

public sealed class HopRingTests
{
    [Fact]
    public void AnyOrderOfCalls_IsThatOfAList()
    {
        const int EntriesMax = 100;
        Random random = new(3);
        HopRing<int> ring = new(EntriesMax);
        List<int> oracle = [];
        for (int i = 0; i < 20_000; i++)
        {
            // Three in four add for a while, then three in four remove: both ends of the range are met.
            bool adds = random.Next(4) < (i / 500 % 2 == 0 ? 3 : 1);
            if (adds)
            {
                Assert.Equal(oracle.Count < EntriesMax, ring.TryAdd(i));
                if (oracle.Count < EntriesMax)
                {
                    oracle.Add(i);
                }
            }
            else if (oracle.Count > 0 && random.Next(2) == 0)
            {
                ring.RemoveLast();
                oracle.RemoveAt(oracle.Count - 1);
            }
            else if (oracle.Count > 0)
            {
                ring.RemoveFirst();
                oracle.RemoveAt(0);
            }

            Assert.Equal(oracle.Count, ring.Count);
            Assert.Equal(oracle.Count > 0, ring.TryPeek(out int first));
            Assert.Equal(oracle.Count > 0, ring.TryPeekLast(out int last));
            Assert.Equal((oracle.FirstOrDefault(), oracle.LastOrDefault()), (first, last));
        }

        ring.Clear();
        Assert.Equal(0, ring.Count);
        Assert.True(ring.TryAdd(1));
    }
}
