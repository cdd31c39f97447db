using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Strategies;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Target.Hosts;
using PlayHouse.Multiplexer;

namespace PlayHouse.Lab.Target.Tests;

public sealed class HostRulesTests
{
    [Fact]
    public void Selected_EveryPlanThatMayRun_IsLegalAndResolvesToItself()
    {
        int plans = Check(StrategyCatalog.Seams, StrategyRules.Validate, StrategyRules.Resolve)
            + Check(FastPortCatalog.Seams, FastPortRules.Validate, FastPortRules.Resolve)
            + Check(MultiplexerCatalog.Seams, MultiplexerCatalog.Validate, MultiplexerCatalog.Resolve);

        Assert.True(plans > 80, $"only {plans} plans were looked at");
    }

    private static int Check(
        IReadOnlyList<SeamDescriptor> seams,
        Func<StrategySelection, IReadOnlyList<string>> validate,
        Func<StrategySelection, IReadOnlyDictionary<string, StrategyChoice>> resolve)
    {
        int plans = 0;
        IEnumerable<StrategySelection> selections = seams.SelectMany(s => s.Strategies).Select(s => StrategySelection.Default.With(s.Seam, s.Id));
        foreach (StrategySelection chosen in selections.Where(s => validate(s).Count == 0))
        {
            IReadOnlyDictionary<string, StrategyChoice> planned = resolve(chosen);
            Dictionary<string, StrategySetting> settings = planned.ToDictionary(p => p.Key, p => new StrategySetting(p.Value.Id, p.Value.Knobs));

            StrategySelection started = HostRules.Selected(settings, resolve(StrategySelection.Default));

            Assert.Empty(validate(started));
            Assert.Equal(Text(planned), Text(resolve(started)));
            plans++;
        }

        return plans;
    }

    private static IEnumerable<string> Text(IReadOnlyDictionary<string, StrategyChoice> choices) =>
        choices.Select(c => $"{c.Key}: {c.Value.DescribeAs(c.Value.Id)}");
}
