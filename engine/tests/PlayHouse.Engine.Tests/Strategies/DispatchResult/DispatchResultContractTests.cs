namespace PlayHouse.Engine.Tests.Strategies.DispatchResult;

#pragma warning disable CA2012 // What the stage does: it keeps a result and takes it once it has completed.

public sealed class DispatchResultContractTests
{
    public static TheoryData<string> Ids => Variants.Of("dispatch-result");

    [Theory]
    [MemberData(nameof(Ids))]
    public void Take_HandlerCompleted_IsCompletedAtOnce(string id) =>
        Assert.True(DispatchResultBox.Create(id).TakeAsync(default).IsCompletedSuccessfully);

    [Theory]
    [MemberData(nameof(Ids))]
    public void Take_SourceCompleted_IsTakenOnceAndReusable(string id)
    {
        DispatchResultBox box = DispatchResultBox.Create(id);
        HandlerSource source = new();
        for (int use = 1; use <= 3; use++)
        {
            source.Complete();
            ValueTask result = box.TakeAsync(source.Handling);
            Assert.True(result.IsCompletedSuccessfully);
            DispatchResultBox.Finish(result);
            Assert.Equal(use, source.Taken);
        }
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void Take_SourcePending_CompletesWithItAndTakesItOnce(string id)
    {
        DispatchResultBox box = DispatchResultBox.Create(id);
        HandlerSource source = new();
        for (int use = 1; use <= 3; use++)
        {
            int continued = 0;
            ValueTask result = box.TakeAsync(source.Handling);
            Assert.False(result.IsCompleted);
            result.GetAwaiter().UnsafeOnCompleted(() => Interlocked.Increment(ref continued));
            Assert.Equal(0, continued);
            source.Complete();
            Concurrent.Until(() => Volatile.Read(ref continued) == 1, () => $"continued {continued} times");
            DispatchResultBox.Finish(result);
            Assert.Equal(use, source.Taken);
        }
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void Take_TaskPending_CompletesAfterIt(string id)
    {
        TaskCompletionSource handler = new();
        ValueTask result = DispatchResultBox.Create(id).TakeAsync(new ValueTask(handler.Task));
        Assert.False(result.IsCompleted);
        handler.SetResult();
        Concurrent.Until(() => result.IsCompleted, () => "the handler has completed, its result has not");
        DispatchResultBox.Finish(result);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void Take_HandlerFailed_BringsTheSameException(string id)
    {
        InvalidOperationException failure = new("handler failed");
        ValueTask result = DispatchResultBox.Create(id).TakeAsync(ValueTask.FromException(failure));
        Assert.True(result.IsCompleted);
        Assert.False(result.IsCompletedSuccessfully);
        Assert.Same(failure, Assert.Throws<InvalidOperationException>(() => DispatchResultBox.Finish(result)));
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void Take_HandlerFailsLater_BringsTheSameException(string id)
    {
        InvalidOperationException failure = new("handler failed later");
        HandlerSource source = new();
        ValueTask result = DispatchResultBox.Create(id).TakeAsync(source.Handling);
        source.Fail(failure);
        Concurrent.Until(() => result.IsCompleted, () => "the handler has failed, its result is pending");
        Assert.Same(failure, Assert.Throws<InvalidOperationException>(() => DispatchResultBox.Finish(result)));
        Assert.Equal(1, source.Taken);
    }
}
