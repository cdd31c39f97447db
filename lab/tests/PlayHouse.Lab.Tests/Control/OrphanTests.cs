using System.Diagnostics;

namespace PlayHouse.Lab.Control.Tests;

/// <summary>A child whose parent is gone sees the end of its stdin; it must be gone soon after, whatever it is doing.</summary>
public sealed class OrphanTests
{
    [Theory]
    [InlineData(null)]
    [InlineData("wait")]
    [InlineData("wait-inline")]
    [InlineData("block")]
    [InlineData("starve")]
    public async Task Stdin_Ends_ChildEndsInEveryState(string? busyWith)
    {
        using Process child = StartRaw();
        await AskAsync(child, """{"v":1,"id":1,"type":"hello"}""");
        Assert.Contains("\"ack\"", await child.StandardOutput.ReadLineAsync(), StringComparison.Ordinal);
        if (busyWith is not null)
        {
            await AskAsync(child, $$"""{"v":1,"id":2,"type":"{{busyWith}}"}""");
        }

        child.StandardInput.Close();

        // The promise is two seconds; the allowance is for a machine that runs other tests.
        using var deadline = new CancellationTokenSource(TimeSpan.FromSeconds(20));
        await child.WaitForExitAsync(deadline.Token);
        Assert.NotEqual(0, child.ExitCode);
    }

    [Theory]
    [InlineData("not json at all", "bad-line")]
    [InlineData("""{"v":2,"id":5,"type":"hello"}""", "bad-line")]
    [InlineData("""{"v":1,"id":5}""", "bad-line")]
    [InlineData("[]", "bad-line")]
    [InlineData("", "bad-line")]
    public async Task Line_NotOfTheProtocol_IsAnsweredAndChildLivesOn(string line, string code)
    {
        using Process child = StartRaw();

        await AskAsync(child, line);
        string? answer = await child.StandardOutput.ReadLineAsync();
        await AskAsync(child, """{"v":1,"id":9,"type":"quit"}""");

        Assert.Contains(code, answer, StringComparison.Ordinal);
        await child.WaitForExitAsync();
        Assert.Equal(0, child.ExitCode);
    }

    [Fact]
    public async Task Line_WithoutEnd_BeyondTheLimit_EndsTheChildInsteadOfGrowingIt()
    {
        using Process child = StartRaw();
        char[] chunk = new string('a', 1024 * 1024).ToCharArray();
        try
        {
            for (int i = 0; i < 32; i++)
            {
                await child.StandardInput.WriteAsync(chunk);
            }
        }
        catch (IOException)
        {
            // The child has closed its side: what this test wants to see.
        }

        using var deadline = new CancellationTokenSource(TimeSpan.FromSeconds(20));
        await child.WaitForExitAsync(deadline.Token);
        Assert.NotEqual(0, child.ExitCode);
    }

    private static async Task AskAsync(Process child, string line)
    {
        await child.StandardInput.WriteLineAsync(line);
        await child.StandardInput.FlushAsync();
    }

    private static Process StartRaw() => Process.Start(new ProcessStartInfo(Repository.Program("PlayHouse.Lab.Control.Child"))
    {
        RedirectStandardInput = true,
        RedirectStandardOutput = true,
        UseShellExecute = false,
    })!;
}
