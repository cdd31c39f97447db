using System.Collections;
using System.Reflection;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Runner.Budgets;
using PlayHouse.Lab.Runner.Roles;
using PlayHouse.Lab.Runner.Validate;
using PlayHouse.Lab.Runner.Validate.Yaml;

namespace PlayHouse.Lab.Runner.Tests.Validate;

public sealed class ShippedFilesTests
{
    public static TheoryData<string> Experiments =>
    [
        .. Directory.GetFiles(Repository.PathOf("experiments"), "experiment*.yaml", SearchOption.AllDirectories)
            .Select(f => Path.GetRelativePath(Repository.Root, f)).Order(StringComparer.Ordinal),
    ];

    [Theory]
    [MemberData(nameof(Experiments))]
    public void Experiment_Shipped_LoadsAndTogglesOneExecutedSeamOrComparesPresets(string path)
    {
        ExperimentSpec spec = ExperimentLoader.Load(Repository.PathOf(path)).Required();
        Policy policy = PolicyLoader.Load(Repository.PathOf("experiments", spec.Policy)).Required();
        ValidationResult result = ExperimentValidator.Validate(spec, policy);

        Assert.Empty(result.Errors);
        // Two presets are compared as wholes, also where the scenario does not execute a part of them; any other experiment toggles one seam.
        bool comparesPresets = spec.Arms[ArmNames.Baseline].Preset != spec.Arms[ArmNames.Candidate].Preset;
        Assert.All(result.Warnings, w => Assert.True(comparesPresets && IsAboutPresets(w.Message), w.Message));
        Assert.StartsWith(Path.GetFileName(Path.GetDirectoryName(path)!), spec.Id, StringComparison.Ordinal);
    }

    private static bool IsAboutPresets(string warning) =>
        warning.Contains("about the combination", StringComparison.Ordinal) || warning.Contains("the run says nothing about that", StringComparison.Ordinal);

    [Theory]
    [InlineData("experiment.schema.json")]
    [InlineData("policy.schema.json")]
    [InlineData("roles.schema.json")]
    [InlineData("budgets.schema.json")]
    public void Schema_Committed_IsTheGeneratedOne(string name)
    {
        string generated = name.Split('.')[0] switch
        {
            "experiment" => ExperimentSchema.ToJson(),
            "roles" => RoleFileSchema.ToJson(),
            "budgets" => BudgetFileSchema.ToJson(),
            _ => PolicySchema.ToJson(),
        };
        string path = Repository.PathOf("docs", "guide", "schemas", name);
        string actual = Path.Combine(AppContext.BaseDirectory, name);
        File.WriteAllText(actual, generated);

        Assert.True(File.Exists(path) && File.ReadAllText(path) == generated, $"{path} differs; the generated text is in {actual}");
    }

    [Fact]
    public void Rules_EveryPropertyOfTheRecords_HasAKeyAndTheReverse()
    {
        Dictionary<string, string> renamed = new()
        {
            ["ratePerSecond"] = "rate",
            ["profileEveryBlocks"] = "profile",
        };
        Compare(typeof(ExperimentSpec), ExperimentRules.Root, renamed);
        Compare(typeof(SloSpec), (ObjectRule)((ObjectRule)ExperimentRules.Root.Find("design")!.Value).Find("slo")!.Value, renamed);
        Compare(typeof(ArmSpec), (ObjectRule)((ObjectRule)ExperimentRules.Root.Find("arms")!.Value).Find("baseline")!.Value, renamed);
        Compare(typeof(MetricPolicy), (ObjectRule)((ListRule)PolicyRules.Root.Find("metrics")!.Value).Item, renamed);
    }

    private static void Compare(Type record, ObjectRule rule, Dictionary<string, string> renamed)
    {
        var properties = record.GetProperties(BindingFlags.Public | BindingFlags.Instance)
            .ToDictionary(p => Key(p.Name, renamed), p => p.PropertyType);
        Assert.Equal(properties.Keys.Order(), rule.Keys.Select(k => k.Name).Order());
        foreach (KeyRule key in rule.Keys)
        {
            Type type = properties[key.Name];
            if (key.Value is ObjectRule { Others: null } nested && !typeof(IEnumerable).IsAssignableFrom(type) && !type.IsGenericType && type.Namespace == record.Namespace)
            {
                Compare(type, nested, renamed);
            }
        }
    }

    private static string Key(string property, Dictionary<string, string> renamed)
    {
        string camel = char.ToLowerInvariant(property[0]) + property[1..];
        return renamed.GetValueOrDefault(camel, camel);
    }
}
