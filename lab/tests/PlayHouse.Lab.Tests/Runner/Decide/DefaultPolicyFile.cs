using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Runner.Tests.Validate;
using YamlDotNet.RepresentationModel;

namespace PlayHouse.Lab.Runner.Tests.Decide;

/// <summary>Reads experiments/policies/default.yaml without the product's loader, so that the file and the loader are checked apart.</summary>
internal static class DefaultPolicyFile
{
    private static readonly JsonSerializerOptions Strict = new(LabJson.Compact)
    {
        UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
        NumberHandling = JsonNumberHandling.AllowReadingFromString,
    };

    public static Policy Load()
    {
        using var reader = new StreamReader(Repository.PathOf("experiments", "policies", "default.yaml"));
        var yaml = new YamlStream();
        yaml.Load(reader);
        return ToJson(yaml.Documents.Single().RootNode).Deserialize<Policy>(Strict)!;
    }

    private static JsonNode ToJson(YamlNode node) => node switch
    {
        YamlMappingNode map => new JsonObject(map.Children.Select(c => KeyValuePair.Create(((YamlScalarNode)c.Key).Value!, (JsonNode?)ToJson(c.Value)))),
        YamlSequenceNode list => new JsonArray([.. list.Children.Select(ToJson)]),
        _ => ((YamlScalarNode)node).Value is "true" or "false" ? JsonValue.Create(((YamlScalarNode)node).Value == "true") : JsonValue.Create(((YamlScalarNode)node).Value)!,
    };
}
