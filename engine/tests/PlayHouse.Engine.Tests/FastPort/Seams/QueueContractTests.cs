namespace PlayHouse.FastPort.Tests.Seams;

public sealed class QueueContractTests
{
    public static TheoryData<string> Ids => Selections.Of("mailbox");

    [Theory]
    [MemberData(nameof(Ids))]
    public Task Queue_OneWriterAndOneReader_CarriesEveryItemInOrder(string id) => CarryAsync(QueueBox.Create(id), 200_000);

    [Theory]
    [InlineData("channel-bounded")]
    [InlineData("buffer-block")]
    public async Task Queue_AtItsCapacity_RefusesAndThenMakesTheWriterWait(string id)
    {
        QueueBox queue = QueueBox.Create(id, ("capacity", 2));
        Assert.True(queue.TryEnqueue(1));
        Assert.True(queue.TryEnqueue(2));
        Assert.False(queue.TryEnqueue(3));
        ValueTask<bool> waiting = queue.EnqueueAsync(3);
        Assert.False(waiting.IsCompleted);
        Task<bool> enqueued = waiting.AsTask();
        await AssertTakenAsync(queue, 1, 2, 3);
        Assert.True(await enqueued.WaitAsync(Wait.Deadline));
        await CarryAsync(QueueBox.Create(id, ("capacity", 3)), 20_000);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Queue_Completed_GivesWhatItHoldsAndThenEnds(string id)
    {
        QueueBox queue = QueueBox.Create(id);
        Assert.True(queue.TryEnqueue(1));
        Assert.True(queue.TryEnqueue(2));
        queue.Complete();
        queue.Complete();
        Assert.False(queue.TryEnqueue(3));
        Assert.False(await queue.EnqueueAsync(4));
        Assert.True(await queue.WaitForItemAsync());
        await AssertTakenAsync(queue, 1, 2);
        Assert.False(await queue.WaitForItemAsync().AsTask().WaitAsync(Wait.Deadline));
        Assert.False(queue.TryDequeue(out _));
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Queue_CompletedWhileTheReaderWaits_EndsTheWait(string id)
    {
        QueueBox queue = QueueBox.Create(id);
        Task<bool> waiting = queue.WaitForItemAsync().AsTask();
        Assert.False(waiting.IsCompleted);
        queue.Complete();
        Assert.False(await waiting.WaitAsync(Wait.Deadline));
    }

    private static async Task CarryAsync(QueueBox queue, int items)
    {
        Task writer = Task.Run(async () =>
        {
            for (int i = 0; i < items; i++)
            {
                Assert.True(queue.TryEnqueue(i) || await queue.EnqueueAsync(i));
            }

            queue.Complete();
        });
        int expected = 0;
        Task reader = Task.Run(async () =>
        {
            do
            {
                while (queue.TryDequeue(out int item))
                {
                    Assert.Equal(expected++, item);
                }
            }
            while (await queue.WaitForItemAsync());
        });
        await Task.WhenAll(writer, reader).WaitAsync(Wait.Deadline);
        Assert.Equal(items, expected);
    }

    private static async Task AssertTakenAsync(QueueBox queue, params int[] items)
    {
        foreach (int expected in items)
        {
            int item;
            while (!queue.TryDequeue(out item))
            {
                Assert.True(await queue.WaitForItemAsync().AsTask().WaitAsync(Wait.Deadline));
            }

            Assert.Equal(expected, item);
        }
    }
}
