using PlayHouse.Engine.Strategies;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Runner.Matrix;
using PlayHouse.Lab.Runner.Validate;

namespace PlayHouse.Lab.Runner.Tests.Plan;

public class MatrixPlannerTests
{
    private static readonly Policy AnyPolicy = new()
    {
        Metrics = [new MetricPolicy { Id = "bytes-per-message", Role = MetricRole.Primary }],
    };

    [Fact]
    public void Plan_EverySeam_EveryStrategyOfEverySubjectOnce()
    {
        IReadOnlyList<MatrixGroup> groups = MatrixPlanner.Plan(new MatrixOptions());

        foreach (IGrouping<ScenarioSubject, MatrixGroup> subject in groups.GroupBy(g => ScenarioCatalog.Find(g.Scenario)!.Subject))
        {
            string[] expected = [.. EngineCatalog.Of(subject.First().Scenario).Seams.SelectMany(s => s.Strategies).Select(s => $"{s.Seam}: {s.Id}").Order()];
            Assert.Equal(expected, subject.SelectMany(g => g.Cells).Select(c => $"{c.Seam.Id}: {c.Strategy.Id}").Order());
        }

        Assert.Equal(Enum.GetValues<ScenarioSubject>().Order(), groups.Select(g => ScenarioCatalog.Find(g.Scenario)!.Subject).Distinct().Order());
    }

    [Fact]
    public void Plan_EverySeam_TheValidatorOfExperimentsAcceptsEachPair()
    {
        foreach (MatrixGroup group in MatrixPlanner.Plan(new MatrixOptions()))
        {
            foreach (MatrixCell cell in group.Cells.Where(c => !c.Strategy.IsDefault && !group.Beside.ContainsKey(c.Seam.Id)))
            {
                var experiment = new ExperimentSpec
                {
                    Id = "000-any",
                    Question = "?",
                    Scenario = group.Scenario,
                    Load = MatrixRunner.Load with { Mode = LoadMode.Open },
                    Arms = new Dictionary<string, ArmSpec>
                    {
                        [ArmNames.Baseline] = Arm(group.Beside, cell.Seam, cell.Seam.Default),
                        [ArmNames.Candidate] = Arm(group.Beside, cell.Seam, cell.Strategy),
                    },
                };
                IReadOnlyList<FileProblem> errors = ExperimentValidator.Validate(experiment, AnyPolicy).Errors;
                Assert.True(errors.Count == 0, $"{cell.Seam.Id}: {cell.Strategy.Id}: {string.Join("; ", errors)}");
                Assert.Equal(group.Default.Strategies.Keys.Where(k => group.Default.Strategies[k].Use != cell.Arm.Strategies[k].Use), [cell.Seam.Id]);
            }
        }
    }

    [Fact]
    public void Plan_SeamThatNeedsAnother_StandsBesideTheDefaultToo()
    {
        MatrixGroup group = Assert.Single(MatrixPlanner.Plan(new MatrixOptions { Seams = ["lock"], Scenario = ScenarioCatalog.Echo }));

        Assert.Equal("session", Assert.Single(group.Beside).Key);
        Assert.Equal(group.Beside["session"], group.Default.Strategies["session"].Use);
        Assert.All(group.Cells, c => Assert.Equal(group.Beside["session"], c.Arm.Strategies["session"].Use));
    }

    [Theory]
    [InlineData("malbox", null, "Did you mean 'mailbox'")]
    [InlineData("mailbox", "c2s-ech", "c2s-echo")]
    [InlineData("mux-chunk", "c2s-echo", "does not execute the seam 'mux-chunk'")]
    [InlineData("session", "idle-sessions", "cannot take the load of a matrix")]
    public void Plan_WhatCannotBe_IsRefusedByName(string seam, string? scenario, string expected)
    {
        var refused = Assert.Throws<LabInputException>(() => MatrixPlanner.Plan(new MatrixOptions { Seams = [seam], Scenario = scenario }));

        Assert.Contains(expected, Assert.Single(refused.Errors), StringComparison.OrdinalIgnoreCase);
    }

    private static ArmSpec Arm(IReadOnlyDictionary<string, string> beside, SeamDescriptor seam, StrategyDescriptor strategy)
    {
        Dictionary<string, StrategySetting> set = beside.ToDictionary(b => b.Key, b => StrategySetting.Of(b.Value));
        set[seam.Id] = StrategySetting.Of(strategy.Id);
        return new ArmSpec { Set = set };
    }
}
