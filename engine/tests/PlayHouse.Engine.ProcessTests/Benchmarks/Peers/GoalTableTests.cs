using PlayHouse.Engine.Peers;
using PlayHouse.Engine.Peers.Measure;
using PlayHouse.Engine.Peers.Mesh;
using PlayHouse.Engine.Peers.Report;
using PlayHouse.Engine.Peers.Servers;

namespace PlayHouse.Engine.Benchmarks.Tests.Peers;

using Goals = PlayHouse.Engine.Peers.Report.Goals;

/// <summary>Goals, cells and arms fit together: a goal that no sample can answer would be missing for ever without a word.</summary>
public sealed class GoalTableTests
{
    private static readonly string[] Ids = ["P1", "P1b", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9", "P10", "P11", "P12", "P13", "P3e", "P4e", "P6e", "P7e", "P8e", "P14", "accept"];

    [Fact]
    public void All_EveryGoalOfTheDesign_HasARow() =>
        Assert.Equal(Ids, Goals.All.Where(g => g.Wish != Wish.None).Select(g => g.Id).Distinct());

    [Fact]
    public void All_EveryGoal_HasBothArmsInItsCell()
    {
        foreach (Goal goal in Goals.All.Where(g => g.Cell is not null))
        {
            Assert.Contains(goal.Cell, Cells.All);
            Assert.Contains(goal.Server, goal.Cell!.Arms);
            Assert.True(goal.Against is null || goal.Cell.Arms.Contains(goal.Against), $"{goal.Id}: {goal.Against}");
            Assert.True(goal.Wish == Wish.None || goal.Cell.Goals.Contains(goal.Id), $"{goal.Id} is not a goal of {goal.Cell.Name}");
            Assert.Contains(goal.Metric, goal.Cell.Columns.Select(c => c.Id));
        }
    }

    [Fact]
    public void All_AGoalWithoutCell_SaysWhy() =>
        Assert.All(Goals.All.Where(g => g.Cell is null), g => Assert.NotEmpty(g.Missing));

    [Fact]
    public void All_TargetsAreHarderThanMusts() =>
        Assert.All(Goals.All.Where(g => g.Wish != Wish.None), g => Assert.True(g.Wish == Wish.AtMost ? g.Target < g.Must : g.Target > g.Must, g.Id));

    [Fact]
    public void Cells_NamesAreUnique_ArmsAreKnown()
    {
        Assert.Equal(Cells.All.Count, Cells.All.Select(c => c.Name).Distinct().Count());
        foreach (Cell cell in Cells.All)
        {
            Assert.Equal(cell.Arms.Count, cell.Arms.Distinct().Count());
            Assert.All(cell.Arms, arm => Assert.True(cell is MeshCell ? MeshCatalog.Find(arm) is not null : PeerCatalog.Find(arm) is not null, arm));
        }
    }

    [Fact]
    public void Cells_EveryCell_HasAnArmTwice()
    {
        foreach (Cell cell in Cells.All)
        {
            Assert.NotNull(cell.Twins);
            Assert.Contains(cell.Twins.Value.Arm, cell.Arms);
        }
    }

    [Fact]
    public void Silent_CountsTheConnectionsThatItsArmsHold() =>
        Assert.Equal(Cells.Silent.Silent, Cells.Silent.Arms.Max(a => PeerCatalog.Find(a)!.IdleConnections));

    [Fact]
    public void Select_Goals_TakesTheirCellsOnly()
    {
        IReadOnlyList<Cell> chosen = BenchCommand.Select(["P7", "P9"], []);
        Assert.Equal([Cells.Latency, Cells.MeshSmall, Cells.MeshLarge], chosen);
        Assert.Equal(Cells.All, BenchCommand.Select([], []));
    }

    [Fact]
    public void Select_Arms_LeavesTheNamesOfTheCells()
    {
        IReadOnlyList<Cell> chosen = BenchCommand.Select([], ["engine"]);
        Assert.All(chosen, c => Assert.Equal(["engine"], c.Arms));
        Assert.Equal(chosen.Count, chosen.Select(c => c.Name).Distinct().Count());
        Assert.All(chosen, c => Assert.Contains(c.Name, Cells.All.Select(a => a.Name)));
    }
}
