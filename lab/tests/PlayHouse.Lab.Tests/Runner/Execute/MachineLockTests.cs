using System.Diagnostics;
using PlayHouse.Lab.Runner.Execute;
using PlayHouse.Lab.Runner.Tests.Decisions;

namespace PlayHouse.Lab.Runner.Tests.Execute;

/// <summary>One holder of a name on a machine. The tests have names of their own: a run of this machine is not in their way.</summary>
public sealed class MachineLockTests
{
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(60);

    [Fact]
    public async Task Take_Held_IsRefusedWithProcessAndUser()
    {
        string name = $"playhouse-lab-test-{Guid.NewGuid():N}";
        using (MachineLock.Take(name))
        {
            LabInputException refused = Assert.Throws<LabInputException>(() => MachineLock.Take(name));
            Assert.Contains("Another run is measuring on this machine", refused.Message, StringComparison.Ordinal);
            Assert.Contains($"process {Environment.ProcessId} of user {Environment.UserName}", refused.Message, StringComparison.Ordinal);
        }

        (await TakeFreedAsync(name)).Dispose();
    }

    [Fact]
    public async Task RequireFree_Free_LeavesItFree()
    {
        string name = $"playhouse-lab-test-{Guid.NewGuid():N}";
        MachineLock.RequireFree(name);
        using MachineLock held = await TakeFreedAsync(name);
        Assert.Throws<LabInputException>(() => MachineLock.RequireFree(name));
    }

    [Fact]
    public async Task Take_HolderWithAnotherTemporaryFolder_IsRefusedUntilItIsKilled()
    {
        string name = $"playhouse-lab-test-{Guid.NewGuid():N}";
        string folder = Directory.CreateTempSubdirectory("playhouse-lab-test-").FullName;
        using Process holder = DecidingChild.StartHolder(name, folder);
        try
        {
            Assert.Equal("held", await holder.StandardOutput.ReadLineAsync().WaitAsync(Deadline));

            LabInputException refused = Assert.Throws<LabInputException>(() => MachineLock.Take(name));
            Assert.Contains($"process {holder.Id} of user", refused.Message, StringComparison.Ordinal);
            Assert.Empty(Directory.EnumerateFiles(folder, "*lock*"));
        }
        finally
        {
            holder.Kill();
        }

        await holder.WaitForExitAsync().WaitAsync(Deadline);
        (await TakeFreedAsync(name)).Dispose();
        Directory.Delete(folder, recursive: true);
    }

    // A process that another test starts holds a copy of the lock's socket until it executes its program.
    private static async Task<MachineLock> TakeFreedAsync(string name)
    {
        long start = Stopwatch.GetTimestamp();
        while (true)
        {
            try
            {
                return MachineLock.Take(name);
            }
            catch (LabInputException) when (Stopwatch.GetElapsedTime(start) < Deadline)
            {
                await Task.Delay(10);
            }
        }
    }
}
