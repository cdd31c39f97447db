using System.Text.Json;
using PlayHouse.Lab.Cli.Doctor;
using PlayHouse.Lab.Runner.Doctor;
using PlayHouse.Lab.Cli.Tests.Fakes;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Cli.Tests;

public sealed class DoctorTests
{
    public static TheoryData<string> Blockers => ["target", "load", "experiment", "workspace", "memory", "disk", "descriptors"];

    [Fact]
    public void Of_FitMachine_IsAllOk() => Assert.All(DoctorChecks.Of(Machines.Fit), c => Assert.Equal((c.Id, CheckState.Ok), (c.Id, c.State)));

    [Theory]
    [MemberData(nameof(Blockers))]
    public async Task Doctor_WhatTheDemoNeeds_Blocks(string id)
    {
        using CliRig rig = new();
        rig.Machine = id switch
        {
            "target" => Machines.Fit with { HasTarget = false },
            "load" => Machines.Fit with { HasLoad = false },
            "experiment" => Machines.Fit with { HasDemoExperiment = false },
            "workspace" => Machines.Fit with { IsWorkspaceWritable = false },
            "memory" => Machines.Fit with { MemoryAvailableBytes = DoctorChecks.MemoryMinBytes - 1 },
            "disk" => Machines.Fit with { DiskFreeBytes = DoctorChecks.DiskMinBytes - 1 },
            _ => Machines.Fit with { DescriptorsMax = DoctorChecks.DescriptorsMin - 1 },
        };
        Assert.Equal(4, await rig.RunAsync("doctor"));
        DoctorCheck blocking = Assert.Single(DoctorChecks.Of(rig.Machine), c => c.State == CheckState.Blocking);
        Assert.Equal(id, blocking.Id);
        Assert.NotNull(blocking.Consequence);
        Assert.Contains("cannot run", rig.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Doctor_NothingKnownButTheParts_StillRunsTheDemo()
    {
        using CliRig rig = new();
        rig.Machine = new MachineFacts { Processors = 1, HasTarget = true, HasLoad = true, HasDemoExperiment = true, IsWorkspaceWritable = true };
        Assert.Equal(0, await rig.RunAsync("doctor"));
        Assert.All(DoctorChecks.Of(rig.Machine).Where(c => c.State != CheckState.Ok), c => Assert.NotNull(c.Consequence));
    }

    [Fact]
    public void Of_NoisyMachine_WarnsPerKindOfNoise()
    {
        MachineFacts noisy = Machines.Fit with { LoadAverage = 9, BusyShare = 0.5, StealShare = 0.03, LongestPauseMs = 12, PressureSome = 0.4 };
        Assert.Equal(
            ["load-average", "busy", "steal", "pauses", "pressure"],
            DoctorChecks.Of(noisy).Where(c => c.State == CheckState.Warning).Select(c => c.Id));
    }

    [Fact]
    public async Task ReadAsync_ThisMachine_FindsTheFactsOfEveryLinux()
    {
        using CliRig rig = new();
        MachineFacts facts = await MachineFactsReader.ReadAsync(new LabWorkspace(rig.Root), CancellationToken.None);
        Assert.Equal(Environment.ProcessorCount, facts.Processors);
        Assert.InRange(facts.MemoryBytes!.Value, 1L << 20, 1L << 50);
        Assert.InRange(facts.DescriptorsMax!.Value, 1, long.MaxValue);
        Assert.InRange(facts.BusyShare!.Value, 0, 1);
        Assert.InRange(facts.LongestPauseMs!.Value, 1e-6, 10_000);
        Assert.True(facts.IsWorkspaceWritable);
        Assert.False(facts.HasDemoExperiment);
        using JsonDocument json = JsonDocument.Parse(DoctorReport.Json(DoctorChecks.Of(facts), null, []));
        Assert.Equal(["id", "state", "value", "consequence"], json.RootElement.GetProperty("checks")[0].EnumerateObject().Select(p => p.Name));
    }

    [Theory]
    [InlineData("")]
    [InlineData("cpu 1 2 3")]
    [InlineData("cpu a b c d e f g h i")]
    [InlineData("intr 1 2 3 4 5 6 7 8 9")]
    public void Parse_NotTheTimes_IsNull(string line) => Assert.Null(ProcessorTimes.Parse(line));

    [Fact]
    public void Share_BetweenReadings_CountsBusyWithoutIdleWaitAndSteal()
    {
        ProcessorTimes? before = ProcessorTimes.Parse("cpu 0 0 0 0 0 0 0 0 0 0");
        ProcessorTimes? after = ProcessorTimes.Parse("cpu  10 5 10 50 15 2 3 5 0 0");
        Assert.Equal(0.30, ProcessorTimes.Share(before, after, static t => t.Busy)!.Value, 9);
        Assert.Equal(0.05, ProcessorTimes.Share(before, after, static t => t.Steal)!.Value, 9);
        Assert.Null(ProcessorTimes.Share(after, after, static t => t.Busy));
    }
}
