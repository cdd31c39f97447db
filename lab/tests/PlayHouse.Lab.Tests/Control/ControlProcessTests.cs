using System.Diagnostics;

namespace PlayHouse.Lab.Control.Tests;

public sealed class ControlProcessTests
{
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(30);

    [Fact]
    public async Task Request_AnsweredByChild_ReturnsItsBody()
    {
        await using ControlProcess child = Child();
        await child.RequestAsync(ControlTypes.Hello, null, Deadline, CancellationToken.None);

        MarkBody answer = await child.RequestAsync<MarkBody>(ControlTypes.Mark, new MarkBody("w1"), Deadline, CancellationToken.None);

        Assert.Equal("w1", answer.Name);
    }

    [Fact]
    public async Task Quit_WhenIdle_EndsWithExitCodeZero()
    {
        await using ControlProcess child = Child();
        await child.RequestAsync(ControlTypes.Hello, null, Deadline, CancellationToken.None);

        Assert.Equal(0, await child.QuitAsync(Deadline));
    }

    [Fact]
    public async Task Request_StrayConsoleOutput_GoesToStderrAndProgressArrives()
    {
        await using ControlProcess child = Child();
        var progress = new TaskCompletionSource<string>();
        child.Progress += text => progress.TrySetResult(text);

        await child.RequestAsync("progress", null, Deadline, CancellationToken.None);

        Assert.Equal("half way", await progress.Task.WaitAsync(Deadline));
        await child.QuitAsync(Deadline);
        await child.DisposeAsync();
        Assert.Contains("a stray line of a library", child.StderrTail, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Dispose_OutputHeldOpenByAnotherProcess_DoesNotWaitForIt()
    {
        ControlProcess child = Child();
        MarkBody daemon = await child.RequestAsync<MarkBody>("daemon", null, Deadline, CancellationToken.None);
        using Process holder = Process.GetProcessById(int.Parse(daemon.Name, System.Globalization.CultureInfo.InvariantCulture));
        try
        {
            await child.DisposeAsync().AsTask().WaitAsync(Deadline);

            Assert.False(holder.HasExited);
        }
        finally
        {
            holder.Kill();
        }
    }

    [Theory]
    [InlineData("refuse", "not-today", "ask again tomorrow")]
    [InlineData("throw", "internal", "a bug")]
    [InlineData("nonsense", "unknown-type", "nonsense")]
    public async Task Request_RefusedByChild_ThrowsItsCodeAndChildLivesOn(string type, string code, string text)
    {
        await using ControlProcess child = Child();

        ControlException e = await Assert.ThrowsAsync<ControlException>(
            () => child.RequestAsync(type, null, Deadline, CancellationToken.None));

        Assert.Equal(code, e.Code);
        Assert.Contains(text, e.Message, StringComparison.Ordinal);
        await child.RequestAsync(ControlTypes.Hello, null, Deadline, CancellationToken.None);
    }

    [Fact]
    public async Task Request_ChildDies_ThrowsDiedWithExitCodeAndLastWords()
    {
        await using ControlProcess child = Child();

        ControlException e = await Assert.ThrowsAsync<ControlException>(
            () => child.RequestAsync("die", null, Deadline, CancellationToken.None));

        Assert.Equal("died", e.Code);
        Assert.Contains("77", e.Message, StringComparison.Ordinal);
        Assert.Contains("out of luck", e.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Request_ChildPrintsGarbage_ThrowsGarbageWithTheLine()
    {
        await using ControlProcess child = Child();

        ControlException e = await Assert.ThrowsAsync<ControlException>(
            () => child.RequestAsync("garbage", null, Deadline, CancellationToken.None));

        Assert.Equal("garbage", e.Code);
        Assert.Contains("Segmentation fault, or so", e.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Request_ChildHangs_ThrowsTimeoutAtTheDeadline()
    {
        await using ControlProcess child = Child();
        await child.RequestAsync(ControlTypes.Hello, null, Deadline, CancellationToken.None);

        ControlException e = await Assert.ThrowsAsync<ControlException>(
            () => child.RequestAsync("wait", null, TimeSpan.FromMilliseconds(300), CancellationToken.None));

        Assert.Equal("timeout", e.Code);
    }

    [Fact]
    public async Task Dispose_DeafChild_KillsIt()
    {
        ControlProcess child = Child();
        await child.RequestAsync(ControlTypes.Hello, null, Deadline, CancellationToken.None);
        Task<ControlLine> request = child.RequestAsync("block", null, Deadline, CancellationToken.None);
        int pid = child.Pid;

        await child.DisposeAsync();

        await Assert.ThrowsAsync<ControlException>(() => request);
        Assert.Throws<ArgumentException>(() => Process.GetProcessById(pid));
    }

    [Fact]
    public async Task Stderr_FloodedByChild_KeepsTheLastPartOnly()
    {
        await using ControlProcess child = Child();

        await child.RequestAsync("flood", null, Deadline, CancellationToken.None);
        await child.QuitAsync(Deadline);
        await child.DisposeAsync();

        Assert.Equal(64 * 1024, child.StderrTail.Length);
        Assert.EndsWith("THE END", child.StderrTail, StringComparison.Ordinal);
    }

    [Fact]
    public async Task AllocatedBytes_GrowsWithEveryLine()
    {
        await using ControlProcess child = Child();
        long first = await AllocatedAsync(child);
        for (int i = 0; i < 20; i++)
        {
            await child.RequestAsync(ControlTypes.Mark, new MarkBody(new string('m', 1000)), Deadline, CancellationToken.None);
        }

        long second = await AllocatedAsync(child);

        Assert.True(second - first > 20 * 2 * 1000, $"20 lines of 1,000 characters accounted for {second - first} bytes only");
    }

    private static async Task<long> AllocatedAsync(ControlProcess child) =>
        long.Parse((await child.RequestAsync<MarkBody>("allocated", null, Deadline, CancellationToken.None)).Name, System.Globalization.CultureInfo.InvariantCulture);

    private static ControlProcess Child() =>
        ControlProcess.Start(new ControlProcessStart("child", Repository.Program("PlayHouse.Lab.Control.Child"), [], new Dictionary<string, string?>()));
}
