using PlayHouse.Engine.Strategies.PeerId;

namespace PlayHouse.Engine.Mesh.Tests;

/// <summary>What a broken connection lost, found out by both ends' counts.</summary>
public sealed class LinkAccountTests
{
    [Fact]
    public void RandomLossesAndRestarts_SentIsDeliveredPlusLost()
    {
        int seed = Environment.TickCount;
        Random random = new(seed);
        for (int round = 0; round < 500; round++)
        {
            LinkAccount account = new();
            InboundPeer peer = new("a"u8.ToArray(), "a");
            long delivered = 0;
            long lost = 0;
            for (int step = 0; step < 200; step++)
            {
                account.Hand(1, 10);
                if (random.Next(10) != 0)
                {
                    peer.CountMessage();
                    delivered++;
                }

                if (random.Next(8) == 0)
                {
                    lost += Checkpoint(account, peer, 7, isAnswerLost: random.Next(3) == 0);
                }
            }

            lost += Checkpoint(account, peer, 7, isAnswerLost: false);
            Assert.True(account.Handed == delivered + lost, $"seed {seed}, round {round}: {account.Handed} = {delivered} + {lost}");
            Assert.Equal(0, account.UnconfirmedBytes);
            Assert.Equal(0, account.Abandon());
        }
    }

    [Fact]
    public void Answer_OfANewProcess_CountsWhatTheOldOneHadNotConfirmed()
    {
        LinkAccount account = new();
        InboundPeer old = new("a"u8.ToArray(), "a");
        account.Hand(10, 100);
        for (int i = 0; i < 10; i++)
        {
            old.CountMessage();
        }

        Assert.Equal(0, Checkpoint(account, old, incarnation: 1, isAnswerLost: false));
        account.Hand(5, 50);
        InboundPeer young = new("a"u8.ToArray(), "a");
        account.OpenCheckpoint();
        OwedAnswer answer = young.Check(account.Epoch, account.CheckpointAt);

        Assert.Equal(5, account.Answer(2, answer.At, answer.Missing, out bool isRestarted));
        Assert.True(isRestarted);
        account.Hand(1, 1);
        young.CountMessage();
        Assert.Equal(0, Checkpoint(account, young, incarnation: 2, isAnswerLost: false));
    }

    [Theory]
    [InlineData(0u, 5, 0)]
    [InlineData(1u, 6, 0)]
    [InlineData(1u, 5, 6)]
    [InlineData(1u, 5, -1)]
    public void Answer_ThatCannotBe_ChangesNothing(uint incarnation, long at, long missing)
    {
        LinkAccount account = new();
        account.Hand(5, 50);
        account.OpenCheckpoint();

        Assert.Equal(0, account.Answer(incarnation, at, missing, out _));
        Assert.Equal(5, account.Abandon());
    }

    private static long Checkpoint(LinkAccount account, InboundPeer peer, uint incarnation, bool isAnswerLost)
    {
        account.OpenCheckpoint();
        OwedAnswer answer = peer.Check(account.Epoch, account.CheckpointAt);
        return isAnswerLost ? 0 : account.Answer(incarnation, answer.At, answer.Missing, out _);
    }
}
