using PlayHouse.Dashboard.Services;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Dashboard.Tests.Model;

public sealed class RunStarterTests
{
    [Fact]
    public async Task Start_WithoutTheLabsProgram_SaysHowToStartByHandAndPreparesNothing()
    {
        RunStarter starter = new(null, static (_, _, _) => throw new InvalidOperationException("started"));

        Assert.False(starter.CanStart);
        // No service: nothing may be asked of it.
        LabInputException refusal = await Assert.ThrowsAsync<LabInputException>(() => starter.StartAsync(null!, "experiments/001", new RunOptions(), CancellationToken.None));
        Assert.Contains("in a terminal", refusal.Message, StringComparison.Ordinal);
        await Assert.ThrowsAsync<LabInputException>(() => starter.ResumeAsync("r-1", CancellationToken.None));
    }

    [Fact]
    public void Program_OfThisBuild_IsFoundOrNothingIs() => Assert.All(RunStarter.FindProgram(), p => Assert.True(File.Exists(p), p));
}
