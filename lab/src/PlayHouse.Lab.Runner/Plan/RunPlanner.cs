using System.Globalization;
using System.Security.Cryptography;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Runner.Capacity;
using PlayHouse.Lab.Runner.Validate;

namespace PlayHouse.Lab.Runner.Plan;

/// <summary>Turns an experiment into the plan of one run: everything is fixed here, before the first launch. Any thread.</summary>
public static class RunPlanner
{
    /// <summary>Fewest blocks: below, no interval of the needed confidence exists.</summary>
    public const int MinBlocks = ExperimentRules.MinBlocks;

    /// <summary>Most blocks: weeks of launches are a typing error.</summary>
    public const int MaxBlocks = ExperimentRules.MaxBlocks;

    private const double WindowSecondsUsual = 5;

    /// <summary>Level on each side of a fixed number of blocks with one look.</summary>
    public const double FixedAlpha = 0.05;

    /// <summary>Level on each side at each of several looks.</summary>
    public const double LookAlpha = 1.0 / 64;

    // A pair takes a fifth of the time of a block: more traces would take longer than what they explain.
    private const int PairsPerTrace = 20;

    /// <summary>Seconds of load that warm up targets whose methods are compiled at their first call.</summary>
    internal const double WarmSecondsAtOnce = 4;

    private const double WarmSecondsRuntime = 16;
    private const double MaxRate = 10_000_000;

    /// <summary>Makes a plan with a new run id. The seed comes from the system's random numbers unless an option gives one.</summary>
    /// <param name="spec">The experiment as loaded.</param>
    /// <param name="policy">The policy as loaded.</param>
    /// <param name="policyBytes">The bytes of the policy file; their SHA-256 goes into the plan.</param>
    /// <param name="options">Changes of the command line. Another design than the file's brings its own blocks and seconds.</param>
    /// <param name="catalog">What the scenario offers; the shipped one by default.</param>
    /// <param name="clock">Time for the run id; the system's by default.</param>
    /// <exception cref="LabInputException">The experiment, with the options applied, may not run; holds every reason.</exception>
    public static RunPlan Plan(
        ExperimentSpec spec, Policy policy, ReadOnlySpan<byte> policyBytes, RunOptions? options = null,
        EngineCatalog? catalog = null, TimeProvider? clock = null)
    {
        ArgumentNullException.ThrowIfNull(spec);
        ArgumentNullException.ThrowIfNull(policy);
        options ??= new RunOptions();
        catalog ??= EngineCatalog.Of(spec.Scenario);
        ExperimentSpec asked = AsAsked(spec, options);
        DesignSpec design = asked.Design;
        Check(asked, policy, options, catalog);

        ResolvedArm baseline = Resolve(ArmNames.Baseline, spec.Arms[ArmNames.Baseline], catalog);
        ResolvedArm other = design.Aa
            ? baseline with { Name = ArmNames.Twin }
            : Resolve(ArmNames.Candidate, spec.Arms[ArmNames.Candidate], catalog);
        IReadOnlyList<string> toggled = ArmResolution.Differences(baseline.Strategies, other.Strategies);
        bool isCapacity = design.Kind == DesignKind.Capacity;
        PairSpec? pairs = design.TakesTurns() ? new PairSpec() : null;
        Policy settled = PolicyRoles.Settle(policy, design.Aa ? Asked(baseline, spec, catalog) : toggled, pairs is not null, spec.Environment);
        CheckPrimary(spec, settled);
        return new RunPlan
        {
            RunId = NewRunId(clock ?? TimeProvider.System),
            Experiment = spec with { Design = design },
            Policy = settled,
            PolicyHash = Convert.ToHexStringLower(SHA256.HashData(policyBytes)),
            Baseline = baseline,
            Other = other,
            ToggledSeams = toggled,
            Seed = options.Seed ?? BitConverter.ToUInt64(RandomNumberGenerator.GetBytes(sizeof(ulong))),
            Pairs = pairs,
            Looks = design.Blocks is { } fixedBlocks ? [fixedBlocks] : pairs is null ? DesignSpec.BlockLooks : DesignSpec.PairLooks,
            OneSidedAlpha = design.Blocks is null ? LookAlpha : FixedAlpha,
            WarmupSeconds = design.WarmupSeconds ?? WarmupOf(spec.Environment),
            WindowSeconds = design.WindowSeconds ?? (isCapacity ? CapacityTask.WindowSecondsUsual : pairs?.Seconds / 2 ?? WindowSecondsUsual),
            ProfileEveryBlocks = pairs is null || design.ProfileEveryBlocks == 0 ? design.ProfileEveryBlocks : PairsPerTrace,
            RatePerSecond = RateOf(spec, options),
        };
    }

    /// <summary>An A/A run checks the method with the metrics that the experiment itself would be judged by.</summary>
    private static IReadOnlyList<string> Asked(ResolvedArm baseline, ExperimentSpec spec, EngineCatalog catalog) =>
        spec.Arms.TryGetValue(ArmNames.Candidate, out ArmSpec? candidate)
            ? ArmResolution.Differences(baseline.Strategies, Resolve(ArmNames.Candidate, candidate, catalog).Strategies)
            : [];

    /// <summary>Seconds of load before the first that counts; where targets take turns, of all of them together.</summary>
    private static double WarmupOf(EnvironmentSpec environment) => environment.Compilation == CompilationMode.AtOnce ? WarmSecondsAtOnce : WarmSecondsRuntime;

    /// <summary>The rate as far as it is known without pilots.</summary>
    private static double? RateOf(ExperimentSpec spec, RunOptions options) => spec.Load.Mode == LoadMode.Closed
        ? null
        : options.RatePerSecond ?? spec.Load.RatePerSecond ?? ScenarioCatalog.Find(spec.Scenario)!.Load.KnownRate(spec.Load);

    /// <summary>The experiment with the design and the rate that the options give it.</summary>
    internal static ExperimentSpec AsAsked(ExperimentSpec spec, RunOptions options) => spec with
    {
        Design = Apply(spec.Design, options),
        Load = spec.Load with { RatePerSecond = options.RatePerSecond ?? spec.Load.RatePerSecond },
    };

    private static DesignSpec Apply(DesignSpec design, RunOptions options)
    {
        if (options.Design is { } kind && kind != design.Kind)
        {
            design = design with { Kind = kind, Blocks = null, WarmupSeconds = null, WindowSeconds = null, Slo = kind == DesignKind.Capacity ? new SloSpec() : null };
        }

        return design with { Blocks = options.Blocks ?? design.Blocks, Aa = design.Aa || options.Aa };
    }

    private static void Check(ExperimentSpec spec, Policy policy, RunOptions options, EngineCatalog catalog)
    {
        List<string> errors = [.. ExperimentValidator.Validate(spec, policy, catalog).Errors.Select(e => e.Suggestion is null ? e.Message : $"{e.Message}; {e.Suggestion}")];
        if (spec.Design.Blocks is { } blocks && blocks is < MinBlocks or > MaxBlocks)
        {
            errors.Add(string.Create(CultureInfo.InvariantCulture, $"blocks is {blocks}; it must be from {MinBlocks} to {MaxBlocks}, because fewer cannot give an interval"));
        }

        if (options.RatePerSecond is { } rate && !(rate >= 1 && rate <= MaxRate))
        {
            errors.Add(string.Create(CultureInfo.InvariantCulture, $"rate is {rate}; it takes 1 to {MaxRate} messages per second"));
        }

        if (errors.Count > 0)
        {
            throw new LabInputException(errors);
        }
    }

    // Which metrics are primary follows from the toggled seams, so it is known only here.
    private static void CheckPrimary(ExperimentSpec spec, Policy settled)
    {
        string[] primaries = [.. settled.Metrics.Where(m => m.Role == MetricRole.Primary).Select(m => m.Id)];
        if (spec.Primary is { } first && !primaries.Contains(first))
        {
            throw new LabInputException([$"primary is {Suggestions.Quote(first)}, which is no primary metric of this run; it has {string.Join(", ", primaries)}"]);
        }
    }

    private static ResolvedArm Resolve(string name, ArmSpec arm, EngineCatalog catalog) => new()
    {
        Name = name,
        Strategies = ArmResolution.Resolve(ArmResolution.Select(arm, catalog)!, catalog),
        Inject = arm.Inject,
    };

    private static string NewRunId(TimeProvider clock) => string.Create(
        CultureInfo.InvariantCulture, $"r-{clock.GetUtcNow():yyyyMMdd-HHmmss}-{RandomNumberGenerator.GetHexString(4, lowercase: true)}");
}
