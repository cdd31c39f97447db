using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Runner.Validate.Yaml;

namespace PlayHouse.Lab.Runner.Validate;

/// <summary>Loads policy files strictly. The hash of a run is of <see cref="LoadedFile{T}.Bytes"/>.</summary>
public static class PolicyLoader
{
    /// <summary>Loads a file. Never throws on what the file holds.</summary>
    public static LoadedFile<Policy> Load(string path)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(path);
        return FileLoading.Load(path, PolicyRules.Root, (root, problems) => CheckFurther(path, root, problems), Bind);
    }

    internal static LoadedFile<Policy> Parse(string file, byte[] bytes) =>
        FileLoading.Parse(file, bytes, PolicyRules.Root, (root, problems) => CheckFurther(file, root, problems), Bind);

    private static void CheckFurther(string file, YamlMap root, List<FileProblem> problems)
    {
        if (root["metrics"] is not YamlList metrics)
        {
            return;
        }

        HashSet<string> ids = new(StringComparer.Ordinal);
        foreach (YamlMap metric in metrics.Items.OfType<YamlMap>())
        {
            if (metric["id"] is YamlText id && !ids.Add(id.Text))
            {
                problems.Add(new FileProblem(file, id.Line, id.Column, $"the metric {Suggestions.Quote(id.Text)} stands here a second time", "keep one of the two"));
            }
        }

        if (!metrics.Items.OfType<YamlMap>().Any(m => m.Text("role") == "primary"))
        {
            problems.Add(new FileProblem(file, metrics.Line, metrics.Column, "no metric has the role primary", "without one no verdict but ROLLBACK is possible"));
        }
    }

    private static Policy Bind(YamlMap root) => new()
    {
        Metrics = [.. ((YamlList)root["metrics"]!).Items.Cast<YamlMap>().Select(BindMetric)],
    };

    private static MetricPolicy BindMetric(YamlMap metric)
    {
        var policy = new MetricPolicy { Id = metric.Text("id")!, Role = metric.Word<MetricRole>("role")!.Value };
        return policy with
        {
            PrimaryFor = metric["primaryFor"] is YamlList seams ? [.. seams.Items.Cast<YamlText>().Select(s => s.Text)] : null,
            Optional = metric.Flag("optional") ?? policy.Optional,
            Direction = metric.Word<MetricDirection>("direction") ?? policy.Direction,
            Scale = metric.Word<MetricScale>("scale") ?? policy.Scale,
            DeltaRel = metric.Number("deltaRel") ?? policy.DeltaRel,
            DeltaAbs = metric.Number("deltaAbs") ?? policy.DeltaAbs,
            Floor = metric.Number("floor") ?? policy.Floor,
            Unit = metric.Text("unit") ?? policy.Unit,
            Aggregation = metric.Text("aggregation") ?? policy.Aggregation,
        };
    }
}
