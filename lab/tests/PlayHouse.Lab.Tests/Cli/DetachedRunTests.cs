using System.Diagnostics;
using PlayHouse.Lab.Cli.Tests.Fakes;
using PlayHouse.Lab.Runner.Execute;

namespace PlayHouse.Lab.Cli.Tests;

public sealed class DetachedRunTests
{
    [Fact]
    public async Task StartAsync_Command_RunsInItsOwnSessionWithItsOutputInTheLog()
    {
        using CliRig rig = new();
        string log = Path.Combine(rig.Root, "with space", "run's.log");
        string[] command = ["/bin/sh", "-c", "echo \"$0\" >&2; read line || echo closed; cat /proc/$$/stat; echo done", "a 'quoted' $HOME argument"];
        await DetachedRun.StartAsync(command, log, CancellationToken.None);

        Stopwatch waited = Stopwatch.StartNew();
        string[] lines = [];
        using PeriodicTimer timer = new(TimeSpan.FromMilliseconds(20));
        while (lines is not [.., "done"] && waited.Elapsed < TimeSpan.FromSeconds(30))
        {
            await timer.WaitForNextTickAsync();
            lines = File.Exists(log) ? (await File.ReadAllTextAsync(log)).Split('\n', StringSplitOptions.RemoveEmptyEntries) : [];
        }

        Assert.Equal("a 'quoted' $HOME argument", lines[0]);
        Assert.Equal("closed", lines[1]);
        // Fields of stat: pid, name, state, parent, group, session. Its own session carries its own pid.
        string[] stat = lines[2].Split(' ');
        Assert.Equal(stat[0], stat[5]);
        Assert.Equal("done", lines[3]);
    }
}
