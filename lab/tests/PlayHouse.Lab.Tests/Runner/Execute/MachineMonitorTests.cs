using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Runner.Analyse;
using PlayHouse.Lab.Runner.Execute;

namespace PlayHouse.Lab.Runner.Tests.Execute;

/// <summary>The machine itself: a real process that burns, and real traffic of our own.</summary>
public sealed class MachineMonitorTests
{
    private const int BurntTicks = 30;
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(60);

    [Fact]
    public async Task Ticks_ChildThatBurns_IsForeignUnlessItIsOurs()
    {
        using Process burner = Process.Start(new ProcessStartInfo("/bin/sh", ["-c", "while :; do :; done"]))!;
        try
        {
            Dictionary<int, ProcessTimes> before = ProcessTimes.ReadAll();
            await UntilAsync(() => Used(burner.Id, before) >= BurntTicks);
            Dictionary<int, ProcessTimes> after = ProcessTimes.ReadAll();
            long used = after[burner.Id].SelfTicks - before[burner.Id].SelfTicks;

            long withIt = ForeignCpu.Ticks(before, after, new HashSet<int> { Environment.ProcessId });
            long withoutIt = ForeignCpu.Ticks(before, after, new HashSet<int> { Environment.ProcessId, burner.Id });

            Assert.True(used >= BurntTicks);
            Assert.Equal(used, withIt - withoutIt);
        }
        finally
        {
            burner.Kill();
        }
    }

    /// <summary>Packets over the loopback are handled in interrupts, by us and by threads of the kernel: neither is another process.</summary>
    [Fact]
    public async Task Ticks_OurOwnTraffic_IsNotForeign()
    {
        Dictionary<int, ProcessTimes> before = ProcessTimes.ReadAll();
        using CancellationTokenSource stop = new();
        Task pump = Task.Run(() => Pump(stop.Token));
        await UntilAsync(() => Used(Environment.ProcessId, before) >= 2 * BurntTicks);
        await stop.CancelAsync();
        await pump;
        Dictionary<int, ProcessTimes> after = ProcessTimes.ReadAll();

        // What other programs of this machine do meanwhile is not the question.
        HashSet<int> ours = [Environment.ProcessId];
        Assert.Equal(0, ForeignCpu.Ticks(Only(before), Only(after), ours));
        Assert.True(ForeignCpu.Ticks(Only(before), Only(after), new HashSet<int>()) >= 2 * BurntTicks);

        Dictionary<int, ProcessTimes> Only(Dictionary<int, ProcessTimes> all) =>
            all.Where(p => p.Value.IsKernelThread || ours.Contains(p.Key)).ToDictionary(p => p.Key, p => p.Value);
    }

    [Fact]
    public async Task StopAsync_RealMachineWithABurner_SeesItAndKeepsTime()
    {
        using Process burner = Process.Start(new ProcessStartInfo("/bin/sh", ["-c", "while :; do :; done"]))!;
        try
        {
            Dictionary<int, ProcessTimes> before = ProcessTimes.ReadAll();
            await using MachineMonitor monitor = MachineMonitor.Start([Environment.ProcessId]);
            await UntilAsync(() => Used(burner.Id, before) >= 2 * BurntTicks);
            MachineNoise noise = (await monitor.StopAsync())!;

            Assert.True(noise.ForeignCpuCores > 0 || !ForeignCpu.IsObservable);
            Assert.InRange(noise.ClockJumpMs!.Value, 0, DisturbanceRule.ClockJumpMsMax);
        }
        finally
        {
            burner.Kill();
        }
    }

    [Fact]
    public async Task StopAsync_WallClockSetWhileItWatches_IsMeasured()
    {
        var clock = new SetClock();
        await using MachineMonitor monitor = MachineMonitor.Start([Environment.ProcessId], clock: clock);
        clock.Ahead = TimeSpan.FromSeconds(3);

        MachineNoise noise = (await monitor.StopAsync())!;

        Assert.InRange(noise.ClockJumpMs!.Value, 2_900, 3_100);
    }

    private static long Used(int pid, Dictionary<int, ProcessTimes> before) =>
        ProcessTimes.Read(pid) is { } now ? now.SelfTicks - before.GetValueOrDefault(pid).SelfTicks : 0;

    private static void Pump(CancellationToken ct)
    {
        using Socket to = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp) { ReceiveTimeout = 100 };
        to.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        using Socket from = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        from.Connect(to.LocalEndPoint!);
        byte[] packet = new byte[64];
        while (!ct.IsCancellationRequested)
        {
            from.Send(packet);
            to.Receive(packet);
        }
    }

    private static async Task UntilAsync(Func<bool> isSo)
    {
        using CancellationTokenSource deadline = new(Deadline);
        using PeriodicTimer tick = new(TimeSpan.FromMilliseconds(20));
        while (!isSo())
        {
            await tick.WaitForNextTickAsync(deadline.Token);
        }
    }

    private sealed class SetClock : TimeProvider
    {
        public TimeSpan Ahead { get; set; }

        public override DateTimeOffset GetUtcNow() => base.GetUtcNow() + Ahead;
    }
}
