using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Runner.Validate.Yaml;

namespace PlayHouse.Lab.Runner.Validate;

/// <summary>Loads experiment files strictly: an unknown key is a mistake, never ignored.</summary>
public static class ExperimentLoader
{
    /// <summary>Name of the file that stands for a folder.</summary>
    public const string FileName = "experiment.yaml";

    /// <summary>Names of further experiments in the folder.</summary>
    public const string Variants = "experiment.*.yaml";

    /// <summary>Loads a file, or <see cref="FileName"/> of a folder. Never throws on what the file holds.</summary>
    public static LoadedFile<ExperimentSpec> Load(string path)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(path);
        string file = Directory.Exists(path) ? Path.Combine(path, FileName) : path;
        return FileLoading.Load(file, ExperimentRules.Root, (root, problems) => CheckFurther(file, root, problems), Bind);
    }

    internal static LoadedFile<ExperimentSpec> Parse(string file, byte[] bytes) =>
        FileLoading.Parse(file, bytes, ExperimentRules.Root, (root, problems) => CheckFurther(file, root, problems), Bind);

    private static void CheckFurther(string file, YamlMap root, List<FileProblem> problems)
    {
        bool isAa = root.Map("design").Flag("aa") == true;
        if (root.Map("arms") is { } arms && arms["candidate"] is null && !isAa)
        {
            problems.Add(new FileProblem(
                file, arms.Line, arms.Column, "arms lacks the key 'candidate'", "only an experiment with design.aa: true goes without"));
        }
    }

    private static ExperimentSpec Bind(YamlMap root)
    {
        var defaults = new LoadSpec();
        YamlMap? load = root.Map("load");
        YamlMap? environment = root.Map("environment");
        EnvironmentSpec usual = EnvironmentSpec.Usual;
        var spec = new ExperimentSpec
        {
            Id = root.Text("id")!,
            Question = root.Text("question")!,
            Claims = [.. (root["claims"] as YamlList)?.Items.Cast<YamlText>().Select(t => t.Text) ?? []],
            Primary = root.Text("primary"),
            Scenario = root.Text("scenario")!,
            Load = new LoadSpec
            {
                Mode = load.Word<LoadMode>("mode") ?? defaults.Mode,
                Arrivals = load.Word<Arrivals>("arrivals") ?? defaults.Arrivals,
                RatePerSecond = load.Number("rate"),
                Connections = load.Whole("connections") ?? defaults.Connections,
                Depth = load.Whole("depth") ?? defaults.Depth,
                PayloadBytes = load.Whole("payloadBytes") ?? defaults.PayloadBytes,
                Hops = load.Flag("hops") ?? defaults.Hops,
            },
            Arms = root.Map("arms")!.Entries.ToDictionary(e => e.Key, e => BindArm((YamlMap)e.Value)),
            Design = BindDesign(root.Map("design")),
            Environment = new EnvironmentSpec
            {
                GcServer = environment.Flag("gcServer") ?? usual.GcServer,
                GcConcurrent = environment.Flag("gcConcurrent") ?? usual.GcConcurrent,
                TieredPgo = environment.Flag("tieredPgo") ?? usual.TieredPgo,
                Compilation = environment.Word<CompilationMode>("compilation") ?? usual.Compilation,
                PoolSpin = environment.Flag("poolSpin") ?? usual.PoolSpin,
            },
        };
        string? ownPolicy = spec.Design.Kind == DesignKind.Capacity ? CapacityRules.DefaultPolicy : null;
        return (root.Text("policy") ?? ownPolicy) is { } policy ? spec with { Policy = policy } : spec;
    }

    private static DesignSpec BindDesign(YamlMap? design)
    {
        var defaults = new DesignSpec();
        DesignKind kind = design.Word<DesignKind>("kind") ?? defaults.Kind;
        YamlMap? slo = design?.Map("slo");
        bool isCapacity = kind == DesignKind.Capacity;
        return new DesignSpec
        {
            Kind = kind,
            Slo = isCapacity || slo is not null ? BindSlo(slo) : null,
            Blocks = design.Whole("blocks"),
            Layout = design.Word<CpuLayout>("layout") ?? defaults.Layout,
            WarmupSeconds = design.Number("warmupSeconds"),
            WindowSeconds = design.Number("windowSeconds"),
            Aa = design.Flag("aa") ?? defaults.Aa,
            // A search has no steady rate to trace at, so only who asks for traces gets them.
            ProfileEveryBlocks = design?.Map("profile").Whole("everyBlocks") ?? (isCapacity ? 0 : defaults.ProfileEveryBlocks),
        };
    }

    private static SloSpec BindSlo(YamlMap? slo)
    {
        var defaults = new SloSpec();
        return new SloSpec { P99Ms = slo.Number("p99Ms") ?? defaults.P99Ms, SkippedShare = slo.Number("skippedShare") ?? defaults.SkippedShare };
    }

    private static ArmSpec BindArm(YamlMap arm)
    {
        var spec = new ArmSpec
        {
            Set = arm.Map("set")?.Entries.ToDictionary(e => e.Key, e => BindSetting(e.Value)) ?? [],
            Inject = arm.Map("inject") is { } inject
                ? new InjectSpec
                {
                    BytesPerMessage = inject.Whole("bytesPerMessage") ?? 0,
                    SpinMicroseconds = inject.Number("spinMicroseconds") ?? 0,
                    ErrorRate = inject.Number("errorRate") ?? 0,
                    StallMs = inject.Whole("stallMs") ?? 0,
                }
                : null,
        };
        return arm.Text("preset") is { } preset ? spec with { Preset = preset } : spec;
    }

    private static StrategySetting BindSetting(YamlValue value)
    {
        if (value is YamlText text)
        {
            return StrategySetting.Of(text.Text);
        }

        var map = (YamlMap)value;
        return new StrategySetting(
            map.Text("use")!, map.Entries.Where(e => e.Key != "use").ToDictionary(e => e.Key, e => map.Number(e.Key)!.Value));
    }
}
