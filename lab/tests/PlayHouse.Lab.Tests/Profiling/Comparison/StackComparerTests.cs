using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Comparison;
using PlayHouse.Lab.Profiling.Roles;
using PlayHouse.Lab.Profiling.Stacks;
using Xunit.Abstractions;
using static PlayHouse.Lab.Profiling.Tests.Comparison.Synthetic;

namespace PlayHouse.Lab.Profiling.Tests.Comparison;

public sealed class StackComparerTests(ITestOutputHelper output)
{
    private const int Messages = 20_000;
    private const int Seed = 501;

    private static readonly RoleMap Roles = new([new RoleRule("mailbox", "Server.Mailboxes.*")], []);

    [Fact]
    public void Compare_Nodes_AddUpToSelfChildrenAndAll()
    {
        var random = new Random(Seed);
        Site[] sites = [new("Main/A", 64), new("Main/A/B", 128), new("Main/A/B/C", 1000), new("Main/D", 500), new("D/A", 400)];
        AllocationStacks baseline = Launch(random, sites, Messages);
        AllocationStacks other = Launch(random, sites, Messages * 2);
        StackComparison tree = StackComparer.Compare([baseline], [other]);

        Assert.Equal(0, tree.NodesLeftOut);
        Assert.False(tree.HasLaunchSpread);
        Assert.Equal(-1, tree.Nodes[0].Parent);
        Assert.Equal(baseline.Total().Bytes / Messages, tree.Nodes[0].Total.Baseline, 1e-9);
        Assert.Equal(other.Total().Bytes / Messages / 2, tree.Nodes[0].Total.Other, 1e-9);
        for (int i = 0; i < tree.Nodes.Count; i++)
        {
            StackChange node = tree.Nodes[i];
            StackChange[] children = [.. tree.Nodes.Where(n => n.Parent == i)];
            Assert.True(node.Parent < i);
            Assert.Equal(node.Total.Baseline, node.Self.Baseline + children.Sum(c => c.Total.Baseline), 1e-9);
            Assert.Equal(node.Total.Difference, node.Self.Difference + children.Sum(c => c.Total.Difference), 1e-9);
        }
    }

    [Fact]
    public void Compare_LeafNode_HasTheIntervalOfItsSite()
    {
        var random = new Random(Seed + 1);
        AllocationStacks[] baseline = [.. Enumerable.Range(0, 3).Select(_ => Launch(random, Server, Messages, 0.02))];
        AllocationStacks[] other = [.. Enumerable.Range(0, 3).Select(_ => Launch(random, Server, Messages, 0.02))];
        StackComparison tree = StackComparer.Compare(baseline, other);
        AllocationComparison table = AllocationComparer.Compare([.. baseline.Select(Profile)], [.. other.Select(Profile)], 0);

        Assert.True(tree.HasLaunchSpread);
        foreach (AllocationDifference site in table.Sites)
        {
            BytesChange self = tree.Nodes.Single(n => n.Name == site.Site).Self;
            Assert.Equal(site.Difference, self.Difference, 1e-9);
            Assert.Equal(site.Low, self.Low, 1e-6);
            Assert.Equal(site.High, self.High, 1e-6);
        }
    }

    [Fact]
    public void Compare_ExchangedStrategy_IsOneNodeWithBothRealNames()
    {
        AllocationStacks baseline = Exactly(Messages, (new Site("Main/Server.Mailboxes.Queue.Post", 64), 200));
        AllocationStacks other = Exactly(Messages, (new Site("Main/Server.Mailboxes.Ring.Post/Server.Mailboxes.Slots.Post", 64), 300));
        StackComparison tree = StackComparer.Compare([baseline, baseline], [other, other], Roles);

        StackChange node = Assert.Single(tree.Nodes, n => n.Name == "mailbox@Post");
        Assert.Equal("Server.Mailboxes.Queue.Post", node.BaselineName);
        Assert.Equal("Server.Mailboxes.Ring.Post", node.OtherName);
        Assert.Equal(ChangeMark.More, node.Total.Mark);
        Assert.Equal(3, tree.Nodes.Count);

        StackComparison without = StackComparer.Compare([baseline, baseline], [other, other]);
        Assert.Equal(ChangeMark.Gone, without.Nodes.Single(n => n.Name.EndsWith("Queue.Post", StringComparison.Ordinal)).Total.Mark);
        Assert.Equal(ChangeMark.New, without.Nodes.Single(n => n.Name.EndsWith("Ring.Post", StringComparison.Ordinal)).Total.Mark);
    }

    [Fact]
    public void Compare_Marks_FollowTheIntervalAndTheSamples()
    {
        AllocationStacks baseline = Exactly(
            Messages, (new Site("Same", 64), 400), (new Site("Less", 64), 400), (new Site("Gone", 64), 100), (new Site("Few", 64), 2), (new Site("WasFew", 64), 1));
        AllocationStacks other = Exactly(
            Messages, (new Site("Same", 64), 410), (new Site("Less", 64), 200), (new Site("New", 64), 100), (new Site("Few", 64), 1), (new Site("WasFew", 64), 3));
        StackComparison tree = StackComparer.Compare([baseline, baseline], [other, other]);
        Dictionary<string, ChangeMark> marks = tree.Nodes.ToDictionary(n => n.Name, n => n.Self.Mark);

        Assert.Equal(ChangeMark.Open, marks["Same"]);
        Assert.Equal(ChangeMark.Less, marks["Less"]);
        Assert.Equal(ChangeMark.Gone, marks["Gone"]);
        Assert.Equal(ChangeMark.New, marks["New"]);
        Assert.Equal(ChangeMark.Insufficient, marks["Few"]);
        Assert.Equal(ChangeMark.Open, marks["WasFew"]);
        // Of one launch an arm nothing says how far launches lie apart: no difference is marked.
        Assert.DoesNotContain(StackComparer.Compare([baseline], [other, other]).Nodes, n => n.Total.Mark is ChangeMark.Less or ChangeMark.More or ChangeMark.Gone or ChangeMark.New);
    }

    [Fact]
    public void Compare_FrameworkAndPlumbing_BelongToTheirCaller()
    {
        AllocationStacks launch = Exactly(
            Messages,
            (new Site("~Pool.Run/Main/%Builder.Start/Work/~String.Ctor", 64), 50),
            (new Site("~Pool.Run/~Timer.Fire/%Thread.Start", 64), 30));
        StackComparison folded = StackComparer.Compare([launch], [launch]);
        StackComparison full = StackComparer.Compare([launch], [launch], keepsFramework: true);

        Assert.Equal(["(all)", "Main", "Work", "Timer.Fire"], folded.Nodes.Select(n => n.Name));
        Assert.Equal(50, folded.Nodes.Single(n => n.Name == "Work").Self.BaselineSamples);
        Assert.Equal(30, folded.Nodes.Single(n => n.Name == "Timer.Fire").Self.BaselineSamples);
        Assert.Equal(["(all)", "Pool.Run", "Main", "Work", "String.Ctor", "Timer.Fire"], full.Nodes.Select(n => n.Name));
        Assert.Equal(50, full.Nodes.Single(n => n.Name == "String.Ctor").Self.OtherSamples);
    }

    [Fact]
    public void Compare_MoreNodesThanTheLimit_KeepsTheLargestWithTheirCallers()
    {
        (Site, int)[] sites = [.. Enumerable.Range(0, StackComparer.NodesMax + 500).Select(i => (new Site($"Main/N{i}/Leaf", 64), 1 + i % 7))];
        AllocationStacks launch = Exactly(Messages, sites);
        StackComparison tree = StackComparer.Compare([launch], [launch]);

        Assert.Equal(StackComparer.NodesMax, tree.Nodes.Count);
        Assert.Equal(2 + 2 * sites.Length - StackComparer.NodesMax, tree.NodesLeftOut);
        Assert.Equal(launch.Total().Samples, tree.Nodes[0].Total.BaselineSamples);
        Assert.All(tree.Nodes.Skip(1), n => Assert.True(n.Total.BaselineSamples <= tree.Nodes[n.Parent].Total.BaselineSamples));
    }

    [Fact]
    public void Compare_InvalidOrUncounted_IsLeftOutAndNamed()
    {
        AllocationStacks good = Exactly(Messages, (new Site("Main", 64), 50));
        StackComparison tree = StackComparer.Compare(
            [good, good with { Invalid = ["12 events were lost"] }], [good, good with { Messages = double.NaN, Origin = "file" }]);

        Assert.Equal(["l (arm): 12 events were lost", "file (arm): it counts no messages"], tree.LeftOut);
        Assert.False(tree.HasLaunchSpread);
        Assert.Empty(StackComparer.Compare([], [good]).Nodes);
    }

    [Fact]
    public void Compare_DeepNodes_AreCoveredByTheirIntervals()
    {
        const int Repetitions = 150;
        var random = new Random(Seed);
        Site[] plain = [.. Server.Select(s => s with { Stack = $"Main/Loop/{s.Stack}" })];
        Site[] more = [.. plain, new Site("Main/Loop/Planted/Deep", 96)];
        int covered = 0;
        int trials = 0;
        for (int i = 0; i < Repetitions; i++)
        {
            StackComparison tree = StackComparer.Compare(
                [Launch(random, plain, Messages, 0.02), Launch(random, plain, Messages, 0.02), Launch(random, plain, Messages, 0.02)],
                [Launch(random, more, Messages, 0.02), Launch(random, more, Messages, 0.02), Launch(random, more, Messages, 0.02)]);
            foreach (StackChange node in tree.Nodes)
            {
                double truth = node.Name is "(all)" or "Main" && node.Parent <= 0 || node.Name is "Loop" or "Planted" or "Deep" ? 96 : 0;
                covered += node.Total.Low <= truth && truth <= node.Total.High ? 1 : 0;
                trials++;
            }
        }
        int least = Chance.LowerBound(trials, 0.92, 1e-6);
        output.WriteLine($"seed {Seed}: {covered} of {trials} totals covered ({(double)covered / trials:P2}), at least {least}");

        Assert.True(covered >= least);
    }
}
