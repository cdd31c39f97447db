using PlayHouse.Lab.Runner.Validate.Yaml;

namespace PlayHouse.Lab.Runner.Validate;

/// <summary>JSON schema of experiment files, made from the rules the loader checks.</summary>
public static class ExperimentSchema
{
    /// <summary>The schema, indented, ending in one line feed; the same text on every machine.</summary>
    public static string ToJson() => JsonSchemaWriter.Write("experiment.schema.json", "PlayHouse Lab experiment, version 1", ExperimentRules.Root);
}

/// <summary>JSON schema of policy files, made from the rules the loader checks.</summary>
public static class PolicySchema
{
    /// <summary>The schema, indented, ending in one line feed; the same text on every machine.</summary>
    public static string ToJson() => JsonSchemaWriter.Write("policy.schema.json", "PlayHouse Lab policy, version 1", PolicyRules.Root);
}
