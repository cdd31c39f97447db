namespace PlayHouse.Sockets.Tests.Fakes;

/// <summary>Runs something on a loop and says how it ended.</summary>
internal sealed class Work<T>(Func<T> work) : ILoopWork
{
    private readonly TaskCompletionSource<T> _done = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public Task<T> Done => _done.Task;

    public void Run() => _done.TrySetResult(work());

    public void OnFault(Exception exception) => _done.TrySetException(exception);
}

/// <summary>The short form.</summary>
internal static class LoopWork
{
    public static Task<T> RunAsync<T>(this EventLoop loop, Func<T> work)
    {
        var posted = new Work<T>(work);
        return loop.Post(posted) ? Until.DoneAsync(posted.Done) : throw new InvalidOperationException("the loop took no work");
    }

    public static Task RunAsync(this EventLoop loop, Action work) => loop.RunAsync(() =>
    {
        work();
        return true;
    });
}
