using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Runner.Validate;
using PlayHouse.Lab.Runner.Validate.Yaml;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Runner.Budgets;

/// <summary>What sites and roles may allocate per message: <c>budgets.yaml</c>. Loaded strictly: what is wrong is reported with its line.</summary>
public static class BudgetFile
{
    /// <summary>Name of the file.</summary>
    public const string FileName = "budgets.yaml";

    /// <summary>Loads a file. Never throws on what the file holds.</summary>
    public static LoadedFile<IReadOnlyList<Budget>> Load(string path)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(path);
        return FileLoading.Load(path, BudgetFileRules.Root, (root, problems) => CheckFurther(path, root, problems), Bind);
    }

    /// <summary>The file for a run: next to its experiment, else in the root of the workspace.</summary>
    /// <exception cref="LabInputException">There is none.</exception>
    public static string Find(LabWorkspace workspace, RunPlan plan)
    {
        ArgumentNullException.ThrowIfNull(workspace);
        ArgumentNullException.ThrowIfNull(plan);
        string[] places = [Path.Combine(workspace.Experiments, plan.Experiment.Id, FileName), Path.Combine(workspace.Root, FileName)];
        return places.FirstOrDefault(File.Exists)
            ?? throw new LabInputException([$"There is no {FileName}, neither in experiments/{plan.Experiment.Id} nor in the root of the workspace. Write one or name it with --file."]);
    }

    internal static LoadedFile<IReadOnlyList<Budget>> Parse(string file, byte[] bytes) =>
        FileLoading.Parse(file, bytes, BudgetFileRules.Root, (root, problems) => CheckFurther(file, root, problems), Bind);

    private static void CheckFurther(string file, YamlMap root, List<FileProblem> problems)
    {
        foreach (YamlMap budget in ((root["budgets"] as YamlList)?.Items ?? []).OfType<YamlMap>())
        {
            if (budget["maxBytesPerMessage"] is null && budget["maxObjectsPerMessage"] is null)
            {
                problems.Add(new FileProblem(file, budget.Line, budget.Column, "this budget has no limit", "give maxBytesPerMessage, maxObjectsPerMessage or both"));
            }
        }
    }

    private static IReadOnlyList<Budget> Bind(YamlMap root) =>
    [
        .. ((YamlList)root["budgets"]!).Items.Cast<YamlMap>().Select(b => new Budget(
            b.Text("at")!, b.Text("type") ?? "*", b.Number("maxBytesPerMessage"), b.Number("maxObjectsPerMessage"))),
    ];
}

/// <summary>What a file of budgets may say, version 1.</summary>
internal static class BudgetFileRules
{
    public static ObjectRule Root { get; } = new(
    [
        new("version", new NumberRule(1, 1, true), "format of this file; only 1 is known", true),
        new("budgets", new ListRule(Budget(), 1, 256), "what sites may allocate per message", true),
    ]);

    private static ObjectRule Budget() => new(
    [
        new("at", Pattern(), "call site: role@Method or a method's full name; * is any run of characters", true),
        new("type", Pattern(), "allocated type; * is any run of characters; default all"),
        new("maxBytesPerMessage", new NumberRule(0, 1e12, false), "most bytes per message at all matching sites together"),
        new("maxObjectsPerMessage", new NumberRule(0, 1e12, false), "most objects per message at all matching sites together"),
    ]);

    private static TextRule Pattern() => new(512, @"\A\S+\z", "a pattern without blanks");
}

/// <summary>JSON schema of files of budgets, made from the rules the loader checks.</summary>
public static class BudgetFileSchema
{
    /// <summary>The schema, indented, ending in one line feed; the same text on every machine.</summary>
    public static string ToJson() => JsonSchemaWriter.Write("budgets.schema.json", "PlayHouse Lab budgets, version 1", BudgetFileRules.Root);
}
